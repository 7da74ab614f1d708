import { Refusal } from "../kernel/errors.ts";
import { defineWrite, type WriteTx } from "../kernel/write.ts";
import { type CodeUse, takeEvidence } from "./evidence.ts";
import { auditPerson } from "./person-audit.ts";
import { hasSecondFactor } from "./store.ts";

/** Keeps a new authenticator app beside nothing: it counts from its first right code on. */
export const beginSecondFactorWrite = defineWrite(
  "accounts.begin_second_factor",
  async (tx, args: { person_id: string; sealed_secret: string }) => {
    if (await hasSecondFactor(tx.db, args.person_id)) throw alreadyOn();
    const row = { ...args, confirmed_at: null, last_step: 0 };
    await tx.db.deleteFrom("second_factors").where("person_id", "=", args.person_id).execute();
    await tx.db.insertInto("second_factors").values(row).execute();
    return {};
  },
);

export const finishSecondFactorWrite = defineWrite(
  "accounts.finish_second_factor",
  async (tx, args: { person_id: string; code: CodeUse; code_hashes: readonly string[] }) => {
    const { person_id, code, code_hashes } = args;
    if (await hasSecondFactor(tx.db, person_id)) throw alreadyOn();
    await takeEvidence(tx, person_id, { code });
    await tx.db
      .updateTable("second_factors")
      .set({ confirmed_at: tx.now })
      .where("person_id", "=", person_id)
      .execute();
    await keepRecoveryCodes(tx, person_id, code_hashes);
    await auditPerson(tx, { person_id, action: "sign_in.second_factor_added" });
    tx.signal({ kind: "person", person_id });
    return {};
  },
);

export const renewRecoveryCodesWrite = defineWrite(
  "accounts.renew_recovery_codes",
  async (tx, args: { person_id: string; code_hashes: readonly string[] }) => {
    const { person_id, code_hashes } = args;
    if (!(await hasSecondFactor(tx.db, person_id))) throw notOn();
    await keepRecoveryCodes(tx, person_id, code_hashes);
    await auditPerson(tx, { person_id, action: "sign_in.recovery_codes_renewed" });
    return {};
  },
);

export const removeSecondFactorWrite = defineWrite(
  "accounts.remove_second_factor",
  async (tx, { person_id }: { person_id: string }) => {
    if (!(await hasSecondFactor(tx.db, person_id))) throw notOn();
    await forgetSecondFactor(tx, person_id);
    await auditPerson(tx, { person_id, action: "sign_in.second_factor_removed" });
    tx.signal({ kind: "person", person_id });
    return {};
  },
);

/** Takes the authenticator app and the recovery codes away. For use inside a write. */
export async function forgetSecondFactor(tx: WriteTx, person_id: string): Promise<void> {
  await tx.db.deleteFrom("second_factors").where("person_id", "=", person_id).execute();
  await tx.db.deleteFrom("recovery_codes").where("person_id", "=", person_id).execute();
}

async function keepRecoveryCodes(
  tx: WriteTx,
  person_id: string,
  code_hashes: readonly string[],
): Promise<void> {
  await tx.db.deleteFrom("recovery_codes").where("person_id", "=", person_id).execute();
  const rows = code_hashes.map((code_hash) => ({ person_id, code_hash }));
  await tx.db.insertInto("recovery_codes").values(rows).execute();
}

function alreadyOn(): Refusal {
  return new Refusal({
    code: "conflict_state",
    message: "The second factor is switched on already.",
    hint: "Switch it off first to use another authenticator app.",
  });
}

function notOn(): Refusal {
  return new Refusal({ code: "conflict_state", message: "The second factor is not switched on." });
}
