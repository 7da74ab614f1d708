import { bind } from "../kernel/context.ts";
import { notFound } from "../kernel/errors.ts";
import { findPerson } from "../workspaces/index.ts";
import { newAuthenticator, newRecoveryCodes, readCode } from "./authenticator-code.ts";
import * as contract from "./contract.ts";
import {
  beginSecondFactorWrite,
  finishSecondFactorWrite,
  removeSecondFactorWrite,
  renewRecoveryCodesWrite,
} from "./second-factor-writes.ts";
import { wrongCode } from "./sign-in.ts";

export const secondFactorBounds = [
  bind(contract.beginSecondFactor, async (context) => {
    const { person_id } = context.principal;
    const person = await findPerson(context.store.read, person_id);
    if (!person) throw notFound("person");
    const { sealed_secret, ...shown } = await newAuthenticator(context, person);
    await context.store.write(beginSecondFactorWrite, { person_id, sealed_secret });
    return shown;
  }),
  bind(contract.finishSecondFactor, async (context, input) => {
    const { person_id } = context.principal;
    const code = await readCode(context, person_id, input.code);
    if (!code) throw wrongCode();
    const { codes, hashes } = newRecoveryCodes(person_id);
    await context.store.write(finishSecondFactorWrite, { person_id, code, code_hashes: hashes });
    return { recovery_codes: codes };
  }),
  bind(contract.renewRecoveryCodes, async (context) => {
    const { person_id } = context.principal;
    const { codes, hashes } = newRecoveryCodes(person_id);
    await context.store.write(renewRecoveryCodesWrite, { person_id, code_hashes: hashes });
    return { recovery_codes: codes };
  }),
  bind(contract.removeSecondFactor, async (context) => {
    const { person_id } = context.principal;
    return await context.store.write(removeSecondFactorWrite, { person_id });
  }),
];
