import { bind, type OpenContext, type Ports, type Turn } from "../kernel/context.ts";
import { Refusal } from "../kernel/errors.ts";
import { secretHash } from "../kernel/ids.ts";
import type { InputOf } from "../kernel/operation.ts";
import { cleanName, DEMO, findOpenInvitation, invitationOver, seedDemoWrite } from "../workspaces/index.ts";
import { accountPageBounds } from "./account.ts";
import { confirmationBounds } from "./confirmation.ts";
import * as contract from "./contract.ts";
import { passwordStamp } from "./evidence.ts";
import { startSignIn } from "./let-in.ts";
import { passkeyBounds } from "./passkey-service.ts";
import { checkNewPassword, readEmail } from "./policy.ts";
import { resetBounds } from "./reset.ts";
import { secondFactorBounds } from "./second-factor.ts";
import { signInBounds } from "./sign-in.ts";
import { acceptInvitationWrite, setUpWrite } from "./writes.ts";

/** The project that an installation begins with. */
const FIRST_PROJECT = "General";

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

async function withHash(ports: Ports, { password, ...person }: ReturnType<typeof checkNewcomer>, turn: Turn) {
  return { ...person, password_hash: await ports.hashPassword(password, turn) };
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
  // Nobody stands before the first one.
  const owner = await withHash(ports, checkNewcomer(wanted), { address: "" });
  const project_name = ports.demo ? DEMO.project : FIRST_PROJECT;
  const made = await ports.store.write(setUpWrite, { workspace_name, project_name, owner });
  if (ports.demo) await ports.store.write(seedDemoWrite, {});
  return made;
}

async function setUp(context: OpenContext, input: InputOf<typeof contract.setUp>) {
  cleanName(input.workspace_name, "workspace_name");
  checkNewcomer(input);
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
  return await startSignIn(context, { person_id, way: "password" });
}

function joined({ workspace_id, room_id }: { workspace_id: string; room_id: string | null }) {
  return { workspace_id, ...(room_id !== null && { room_id }) };
}

async function acceptInvitation(context: OpenContext, input: InputOf<typeof contract.acceptInvitation>) {
  const invitation_hash = secretHash(input.secret);
  if (context.principal) {
    const who = { person_id: context.principal.person_id };
    return joined(await context.store.write(acceptInvitationWrite, { invitation_hash, who }));
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
  const newcomer = await withHash(context, checked, { address: context.browser.address });
  const done = await context.store.write(acceptInvitationWrite, { invitation_hash, who: { newcomer } });
  const evidence = { password: passwordStamp(newcomer.password_hash) };
  const { proof } = await startSignIn(context, { person_id: done.person_id, way: "password", evidence });
  return { ...joined(done), proof };
}

export const accountBounds = [
  bind(contract.setUp, setUp),
  bind(contract.readSetUp, async (context, { secret }) => {
    const giveBack = context.claimSetUp(secret);
    giveBack?.();
    return { works: giveBack !== undefined };
  }),
  bind(contract.acceptInvitation, acceptInvitation),
  ...signInBounds,
  ...passkeyBounds,
  ...accountPageBounds,
  ...confirmationBounds,
  ...secondFactorBounds,
  ...resetBounds,
];
