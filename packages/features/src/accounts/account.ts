import { bind, type PersonContext } from "../kernel/context.ts";
import { notFound } from "../kernel/errors.ts";
import { newSecret, secretHash } from "../kernel/ids.ts";
import { cleanName, findPerson } from "../workspaces/index.ts";
import { confirmedAt } from "./browser-sign-in.ts";
import * as contract from "./contract.ts";
import { checkNewPassword, confirmedUntil, isConfirmed } from "./policy.ts";
import { describeIdentities } from "./provider-service.ts";
import { changePasswordWrite } from "./reset-writes.ts";
import * as store from "./store.ts";
import { endSignInsWrite, renamePersonWrite } from "./writes.ts";

async function readAccount(context: PersonContext) {
  const { person_id } = context.principal;
  const { read } = context.store;
  const now = new Date().toISOString();
  const [person, hash, passkeys, second, codes, identities, signIns] = await Promise.all([
    findPerson(read, person_id),
    store.findPasswordHash(read, person_id),
    store.listPasskeys(read, person_id),
    store.hasSecondFactor(read, person_id),
    store.countRecoveryCodes(read, person_id),
    describeIdentities(context, person_id),
    store.listSignIns(read, person_id, now),
  ]);
  if (!person) throw notFound("person");
  return {
    person: { person_id, name: person.name, email: person.email },
    has_password: hash !== undefined,
    passkeys: passkeys.map(({ passkey_id, name, created_at, last_used_at }) => ({
      passkey_id,
      name,
      created_at,
      ...(last_used_at !== null && { last_used_at }),
    })),
    second_factor: { on: second, recovery_codes_left: codes },
    ...identities,
    ...describeSignIns(context, signIns),
    passkey_origin: context.origin,
  };
}

/** The open sign-ins, this browser's among them, and until when it counts as confirmed. */
function describeSignIns({ browser }: PersonContext, signIns: Awaited<ReturnType<typeof store.listSignIns>>) {
  const own = signIns.find((one) => one.secret_hash === browser.sign_in_hash);
  const confirmed_at = own && confirmedAt(own, browser.confirmation_hash);
  return {
    sign_ins: signIns.map(({ sign_in_id, user_agent, way, created_at, last_seen_at, secret_hash }) => ({
      sign_in_id,
      user_agent,
      way,
      created_at,
      last_seen_at,
      current: secret_hash === browser.sign_in_hash,
    })),
    ...(confirmed_at !== undefined &&
      isConfirmed(confirmed_at) && { confirmed_until: confirmedUntil(confirmed_at) }),
  };
}

async function changePassword(context: PersonContext, password: string) {
  const { principal, browser } = context;
  const { person_id } = principal;
  checkNewPassword(password);
  const turn = { address: browser.address, person_id };
  const secret = newSecret();
  const kept = await context.store.write(changePasswordWrite, {
    person_id,
    password_hash: await context.hashPassword(password, turn),
    sign_in_hash: browser.sign_in_hash ?? "",
    secret_hash: secretHash(secret),
  });
  browser.signIn(secret, kept);
  return {};
}

export const accountPageBounds = [
  bind(contract.readAccount, async (context) => await readAccount(context)),
  bind(contract.renamePerson, async (context, input) => {
    const { person_id } = context.principal;
    return await context.store.write(renamePersonWrite, { person_id, name: cleanName(input.name, "name") });
  }),
  bind(contract.changePassword, async (context, input) => await changePassword(context, input.password)),
  bind(contract.endSignIn, async (context, { sign_in_id }) => {
    const { person_id } = context.principal;
    const { ended } = await context.store.write(endSignInsWrite, { person_id, sign_in_id });
    if (ended === 0) throw notFound("sign-in");
    return {};
  }),
  bind(contract.endOtherSignIns, async (context) => {
    const { principal, browser } = context;
    const all_but = browser.sign_in_hash ?? "";
    return await context.store.write(endSignInsWrite, { person_id: principal.person_id, all_but });
  }),
];
