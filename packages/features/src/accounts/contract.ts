import { defineOperation } from "../kernel/operation.ts";
import { count, empty, flag, id, record, text, time } from "../kernel/schemas.ts";

const email = { type: "string", minLength: 3, maxLength: 254 } as const;
const password = { type: "string", minLength: 1, maxLength: 1024 } as const;
const personName = { type: "string", minLength: 1, maxLength: 100 } as const;
const passkeyName = { type: "string", minLength: 1, maxLength: 60 } as const;
const secret = { type: "string", minLength: 1, maxLength: 128 } as const;
/** Six digits of an authenticator app, or a recovery code; spaces and hyphens do not count. */
const code = { type: "string", minLength: 6, maxLength: 40 } as const;
/** Ties the second half of a sign-in or a passkey's answer to its first half; works once, for some minutes. */
const ticket = { type: "string", minLength: 1, maxLength: 1024 } as const;
/** What the browser's WebAuthn calls take and give, in their JSON form (WebAuthn Level 3, section 5.1). */
const webAuthn = { type: "object", maxProperties: 32 } as const;

/** A passkey's part: what the browser is asked, and the ticket that goes back with its answer. */
const passkeyRequest = record({ ticket: text, options: webAuthn });

/** What a browser gets when somebody signs in. */
const signedIn = record({
  person: record({ person_id: text, name: text, email: text }),
  /** Proof against forged requests: sent back in the `Anteroom-Proof` header of each later call. */
  proof: text,
});

export const setUp = defineOperation({
  name: "set_up",
  audience: "person",
  open: true,
  description:
    "Makes the first workspace and its owner, by the secret of the link printed at the first start.",
  input: record({
    secret,
    workspace_name: { type: "string", minLength: 1, maxLength: 100 },
    name: personName,
    email,
    password,
  }),
  output: signedIn,
});

export const readSetUp = defineOperation({
  name: "read_set_up",
  audience: "person",
  reads: true,
  open: true,
  description: "Whether the secret of the printed link can still make the owner.",
  input: record({ secret }),
  output: record({ works: flag }),
});

export const listSignInWays = defineOperation({
  name: "list_sign_in_ways",
  audience: "person",
  reads: true,
  open: true,
  description: "How people sign in here: the companies' providers beside password and passkey.",
  input: empty,
  output: record(
    {
      providers: { type: "array", items: record({ provider_id: text, name: text }) },
      /** The address under which passkeys work; a page opened by another name of this server cannot use them. */
      passkey_origin: text,
    },
    /** There is nobody who could sign in: the printed link comes first. */
    { no_owner: flag },
  ),
});

export const signIn = defineOperation({
  name: "sign_in",
  audience: "person",
  open: true,
  description: "Signs a person in by email and password; who has a second factor is asked for it next.",
  input: record({ email, password }),
  output: record(
    {},
    {
      person: signedIn.properties.person,
      proof: text,
      /** Instead of the two above: goes to finish_sign_in with a code. */
      second_step: record({ ticket: text }),
    },
  ),
});

export const finishSignIn = defineOperation({
  name: "finish_sign_in",
  audience: "person",
  open: true,
  description: "The second step of a sign-in: a code of the authenticator app, or a recovery code.",
  input: record({ ticket, code }),
  output: signedIn,
});

export const beginPasskeySignIn = defineOperation({
  name: "begin_passkey_sign_in",
  audience: "person",
  open: true,
  description: "Begins a sign-in by passkey.",
  input: empty,
  output: passkeyRequest,
});

export const finishPasskeySignIn = defineOperation({
  name: "finish_passkey_sign_in",
  audience: "person",
  open: true,
  description: "Signs a person in by the passkey's answer.",
  input: record({ ticket, credential: webAuthn }),
  output: signedIn,
});

export const signOut = defineOperation({
  name: "sign_out",
  audience: "person",
  description: "Ends this browser's sign-in.",
  input: empty,
  output: empty,
});

export const acceptInvitation = defineOperation({
  name: "accept_invitation",
  audience: "person",
  open: true,
  description:
    "Joins the workspace of an invitation link: whoever is signed in, or a new person by name, email and password.",
  input: record({ secret }, { name: personName, email, password }),
  output: record({ workspace_id: text }, { room_id: text, proof: text }),
});

export const readAccount = defineOperation({
  name: "read_account",
  audience: "person",
  reads: true,
  description: "How this person signs in: password, passkeys, second factor, providers, and open sign-ins.",
  input: empty,
  output: record(
    {
      person: record({ person_id: text, name: text, email: text }),
      has_password: flag,
      passkeys: {
        type: "array",
        items: record({ passkey_id: text, name: text, created_at: time }, { last_used_at: time }),
      },
      second_factor: record({ on: flag, recovery_codes_left: count }),
      identities: {
        type: "array",
        items: record({ identity_id: text, provider_name: text, email: text, linked_at: time }),
      },
      /** Providers that this person could link. */
      linkable: { type: "array", items: record({ provider_id: text, name: text }) },
      sign_ins: {
        type: "array",
        items: record({
          sign_in_id: text,
          /** What the browser says it is. */
          user_agent: text,
          way: { enum: ["password", "passkey", "provider", "link"] },
          created_at: time,
          last_seen_at: time,
          current: flag,
        }),
      },
      passkey_origin: text,
    },
    /** Until when dangerous acts need no new confirmation; absent when they need one now. */
    { confirmed_until: time },
  ),
});

export const beginConfirmation = defineOperation({
  name: "begin_confirmation",
  audience: "person",
  description: "Begins to confirm that the person is still there: the ways that this person has.",
  input: empty,
  output: record({ password: flag, code: flag }, { passkey: passkeyRequest }),
});

export const confirm = defineOperation({
  name: "confirm",
  audience: "person",
  description:
    "Confirms by password (with a code where there is a second factor) or by passkey; dangerous acts are open for some minutes.",
  input: record({}, { password, code, ticket, credential: webAuthn }),
  output: record({ confirmed_until: time }),
});

export const renamePerson = defineOperation({
  name: "rename_person",
  audience: "person",
  description: "Changes the name under which others see this person.",
  input: record({ name: personName }),
  output: empty,
});

export const changePassword = defineOperation({
  name: "change_password",
  audience: "person",
  confirmed: true,
  description: "Sets a new password; every other sign-in of this person ends.",
  input: record({ password }),
  output: empty,
});

export const beginAddPasskey = defineOperation({
  name: "begin_add_passkey",
  audience: "person",
  confirmed: true,
  description: "Begins to enrol a passkey.",
  input: empty,
  output: passkeyRequest,
});

export const finishAddPasskey = defineOperation({
  name: "finish_add_passkey",
  audience: "person",
  confirmed: true,
  description: "Keeps the passkey that the browser made.",
  input: record({ ticket, credential: webAuthn, name: passkeyName }),
  output: record({ passkey_id: text }),
});

export const renamePasskey = defineOperation({
  name: "rename_passkey",
  audience: "person",
  description: "Renames a passkey.",
  input: record({ passkey_id: id, name: passkeyName }),
  output: empty,
});

export const removePasskey = defineOperation({
  name: "remove_passkey",
  audience: "person",
  confirmed: true,
  description: "Removes a passkey; the last way to sign in stays.",
  input: record({ passkey_id: id }),
  output: empty,
});

export const beginSecondFactor = defineOperation({
  name: "begin_second_factor",
  audience: "person",
  confirmed: true,
  description: "Makes a new secret for an authenticator app; it counts from its first right code on.",
  input: empty,
  output: record({ secret: text, uri: text }),
});

export const finishSecondFactor = defineOperation({
  name: "finish_second_factor",
  audience: "person",
  confirmed: true,
  description: "Switches the second factor on by a first code; returns the recovery codes, shown once.",
  input: record({ code }),
  output: record({ recovery_codes: { type: "array", items: text } }),
});

export const renewRecoveryCodes = defineOperation({
  name: "renew_recovery_codes",
  audience: "person",
  confirmed: true,
  description: "Makes new recovery codes; the old ones stop working.",
  input: empty,
  output: record({ recovery_codes: { type: "array", items: text } }),
});

export const removeSecondFactor = defineOperation({
  name: "remove_second_factor",
  audience: "person",
  confirmed: true,
  description: "Switches the second factor off.",
  input: empty,
  output: empty,
});

export const unlinkIdentity = defineOperation({
  name: "unlink_identity",
  audience: "person",
  confirmed: true,
  description: "Takes away a provider's sign-in; the last way to sign in stays.",
  input: record({ identity_id: id }),
  output: empty,
});

export const endSignIn = defineOperation({
  name: "end_sign_in",
  audience: "person",
  description: "Ends one sign-in of this person, in whatever browser it is.",
  input: record({ sign_in_id: id }),
  output: empty,
});

export const endOtherSignIns = defineOperation({
  name: "end_other_sign_ins",
  audience: "person",
  description: "Ends every sign-in of this person but this browser's.",
  input: empty,
  output: record({ ended: count }),
});

export const createResetLink = defineOperation({
  name: "create_reset_link",
  audience: "person",
  confirmed: true,
  description:
    "Makes a link by which a member sets a new password. Only for members whose every workspace the maker manages.",
  input: record(
    { workspace_id: id, person_id: id },
    /** Also takes the second factor and the passkeys away, for who lost them. */
    { forget_factors: flag },
  ),
  output: record({ link: text, expires_at: time }),
});

export const readReset = defineOperation({
  name: "read_reset",
  audience: "person",
  reads: true,
  open: true,
  description: "Whose password a reset link sets.",
  input: record({ secret }),
  output: record({ name: text, email: text, forgets_factors: flag }),
});

export const resetPassword = defineOperation({
  name: "reset_password",
  audience: "person",
  open: true,
  description:
    "Sets a new password by a reset link; every sign-in of the person ends. Who has a second factor goes on with finish_sign_in.",
  input: record({ secret, password }),
  output: signIn.output,
});
