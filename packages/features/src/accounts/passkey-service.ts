import { bind } from "../kernel/context.ts";
import { notFound } from "../kernel/errors.ts";
import { cleanName, findPerson } from "../workspaces/index.ts";
import * as contract from "./contract.ts";
import { startSignIn } from "./let-in.ts";
import { addPasskeyWrite, removePasskeyWrite, renamePasskeyWrite } from "./passkey-writes.ts";
import { askAnyPasskey, takeAnyPasskey } from "./passkeys.ts";
import { LIFETIMES } from "./policy.ts";
import { listPasskeys } from "./store.ts";
import { issueTicket, readTicket } from "./tickets.ts";
import { creationOptions, readCreation, wrongPasskey } from "./web-authn.ts";

export const passkeyBounds = [
  bind(contract.beginPasskeySignIn, async (context) => await askAnyPasskey(context)),
  bind(contract.finishPasskeySignIn, async (context, input) => {
    const { passkey, evidence } = await takeAnyPasskey(context, input);
    return await startSignIn(context, { person_id: passkey.person_id, way: "passkey", evidence });
  }),
  bind(contract.beginAddPasskey, async (context) => {
    const { person_id } = context.principal;
    const { read } = context.store;
    const [person, known] = await Promise.all([findPerson(read, person_id), listPasskeys(read, person_id)]);
    if (!person) throw notFound("person");
    const { text, ticket } = await issueTicket(context, {
      kind: "add_passkey",
      seconds: LIFETIMES.ticket,
      claims: { person_id },
    });
    return {
      ticket: text,
      options: await creationOptions(context, { challenge: ticket.nonce, person, known }),
    };
  }),
  bind(contract.finishAddPasskey, async (context, input) => {
    const { person_id } = context.principal;
    const name = cleanName(input.name, "name");
    const ticket = await readTicket(context, "add_passkey", input.ticket);
    if (!ticket || ticket.claims["person_id"] !== person_id) throw wrongPasskey();
    const { transports, ...made } = await readCreation(context, input.credential, {
      challenge: ticket.nonce,
    });
    return await context.store.write(addPasskeyWrite, {
      ...made,
      transports: JSON.stringify(transports),
      person_id,
      name,
      ticket: ticket.spending,
    });
  }),
  bind(contract.renamePasskey, async (context, input) => {
    const { person_id } = context.principal;
    const name = cleanName(input.name, "name");
    return await context.store.write(renamePasskeyWrite, {
      person_id,
      passkey_id: input.passkey_id,
      name,
    });
  }),
  bind(contract.removePasskey, async (context, { passkey_id }) => {
    const { person_id } = context.principal;
    const providers = context.identityProviders.map((provider) => provider.provider_id);
    const by = context.browser.sign_in_hash ?? "";
    return await context.store.write(removePasskeyWrite, { person_id, passkey_id, by, providers });
  }),
];
