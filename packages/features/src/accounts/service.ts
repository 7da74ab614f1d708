import { bind, type OpenContext, type Ports } from "../kernel/context.ts";
import { Refusal } from "../kernel/errors.ts";
import { newSecret, secretHash } from "../kernel/ids.ts";
import type { InputOf } from "../kernel/operation.ts";
import { cleanName, findOpenInvitation, invitationOver } from "../workspaces/index.ts";
import * as contract from "./contract.ts";
import { checkNewPassword, cleanUserAgent, emailKey, mayBePassword, readEmail } from "./policy.ts";
import * as store from "./store.ts";
import type { SignInWay } from "./tables.ts";
import * as writes from "./writes.ts";

/** Somebody new, as typed into a form or set by the operator. */
export interface Newcomer {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Throws `invalid_arguments` that names the field which does not do. */
function checkNewcomer(typed: Newcomer) {
  const name = cleanName(typed.name, "name");
  const email = readEmail(typed.email);
  checkNewPassword(typed.password);
  return { name, ...email, password: typed.password };
}

async function withHash(ports: Ports, { password, ...person }: ReturnType<typeof checkNewcomer>) {
  return { ...person, password_hash: await ports.hashPassword(password) };
}

/** Signs this browser in; returns the proof that its later calls carry. */
async function startSignIn(
  context: OpenContext,
  person_id: string,
  way: SignInWay = "password",
): Promise<string> {
  const secret = newSecret();
  const { expires_at } = await context.store.write(writes.signInWrite, {
    secret_hash: secretHash(secret),
    person_id,
    user_agent: cleanUserAgent(context.browser.user_agent),
    way,
    ...(context.browser.sign_in_hash !== undefined && { ends: context.browser.sign_in_hash }),
  });
  return context.browser.signIn(secret, expires_at);
}

/**
 * Makes the owner and the first workspace without a browser, from what the operator set. Throws
 * `invalid_arguments` for what does not do, `conflict_state` when there is somebody already.
 */
export async function createOwner(
  ports: Ports,
  wanted: Newcomer & { readonly workspace_name: string },
): Promise<{ person_id: string }> {
  const workspace_name = cleanName(wanted.workspace_name, "workspace_name");
  const owner = await withHash(ports, checkNewcomer(wanted));
  const project_name = ports.firstProject;
  return await ports.store.write(writes.setUpWrite, { workspace_name, project_name, owner });
}

async function setUp(context: OpenContext, input: InputOf<typeof contract.setUp>) {
  cleanName(input.workspace_name, "workspace_name");
  const { name, email } = checkNewcomer(input);
  // By a form that does, and before any costly work: who has no link makes the server do nothing.
  const giveBack = context.claimSetUp(input.secret);
  if (!giveBack) {
    throw new Refusal({
      code: "wrong_credentials",
      message: "This set-up link does not work, or does not work any more.",
      hint: "Use the link that the server printed when it was last started.",
    });
  }
  const { person_id } = await createOwner(context, input).catch((error: unknown) => {
    giveBack();
    throw error;
  });
  return { person: { person_id, name, email }, proof: await startSignIn(context, person_id) };
}

let decoy: Promise<string> | undefined;

/** A hash that no password fits, made as the real ones are: absent accounts cost the same work. */
async function decoyHash(ports: Ports): Promise<string> {
  decoy ??= ports.hashPassword(newSecret());
  try {
    return await decoy;
  } catch (error) {
    decoy = undefined;
    throw error;
  }
}

async function signIn(context: OpenContext, input: InputOf<typeof contract.signIn>) {
  const wrong = new Refusal({
    code: "wrong_credentials",
    message: "This email and password do not belong together.",
    hint: "Check both for typing errors.",
  });
  if (!mayBePassword(input.password)) throw wrong;
  const nobody = { hash: await decoyHash(context) };
  const account = await store.findAccount(context.store.read, emailKey(input.email));
  const holds = await context.verifyPassword((account ?? nobody).hash, input.password);
  if (!account || !holds) throw wrong;
  const { person_id, name, email } = account;
  return { person: { person_id, name, email }, proof: await startSignIn(context, person_id) };
}

function joined({ workspace_id, room_id }: { workspace_id: string; room_id: string | null }) {
  return { workspace_id, ...(room_id !== null && { room_id }) };
}

async function acceptInvitation(context: OpenContext, input: InputOf<typeof contract.acceptInvitation>) {
  const invitation_hash = context.sha256(input.secret);
  if (context.principal) {
    const who = { person_id: context.principal.person_id };
    return joined(await context.store.write(writes.acceptInvitationWrite, { invitation_hash, who }));
  }
  const { name, email, password } = input;
  if (name === undefined || email === undefined || password === undefined) {
    throw new Refusal({
      code: "sign_in_required",
      message: "Nobody is signed in here.",
      hint: "Sign in first, or give name, email and password to join as a new person.",
    });
  }
  const checked = checkNewcomer({ name, email, password });
  // Without a link that works nobody makes the server hash, nor learns whose email is known here.
  const open = await findOpenInvitation(context.store.read, invitation_hash, new Date().toISOString());
  if (!open) throw invitationOver();
  const who = { newcomer: await withHash(context, checked) };
  const done = await context.store.write(writes.acceptInvitationWrite, { invitation_hash, who });
  return { ...joined(done), proof: await startSignIn(context, done.person_id) };
}

export const accountBounds = [
  bind(contract.setUp, setUp),
  bind(contract.signIn, signIn),
  bind(contract.signOut, async (context) => {
    const { browser } = context;
    if (browser.sign_in_hash !== undefined) {
      await context.store.write(writes.signOutWrite, { secret_hash: browser.sign_in_hash });
    }
    browser.signOut();
    return {};
  }),
  bind(contract.acceptInvitation, acceptInvitation),
];
