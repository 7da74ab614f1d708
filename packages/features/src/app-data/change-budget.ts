import type { Store } from "../kernel/context.ts";
import { Refusal } from "../kernel/errors.ts";
import { TryLimit } from "../kernel/try-limit.ts";
import { SHARED_LIMITS } from "./contract.ts";

/** How often one person may clear and restore; each takes the writer as long as thousands of changes. */
const REPLACEMENTS = { most: 60, seconds: 600 } as const;

interface Budgets {
  readonly changes: TryLimit;
  readonly bytes: TryLimit;
  readonly replacements: TryLimit;
}

/** Kept by the process that serves the store, in memory: some minutes' changes need no exact count. */
const budgets = new WeakMap<Store, Budgets>();

function budgetsOf(store: Store): Budgets {
  const kept = budgets.get(store) ?? {
    changes: new TryLimit({ most: SHARED_LIMITS.changes_a_minute, seconds: 60 }),
    bytes: new TryLimit({ most: SHARED_LIMITS.change_bytes_a_minute, seconds: 60 }),
    replacements: new TryLimit(REPLACEMENTS),
  };
  budgets.set(store, kept);
  return kept;
}

interface Spending {
  readonly person_id: string;
  readonly instance_id: string;
  /** Of the value that is set. */
  readonly bytes?: number;
}

/**
 * Counts a change that an app makes for a person, and its bytes with those of the person's other apps.
 * @throws Refusal `rate_limited`, with the seconds to wait
 */
export function spendChange(store: Store, { person_id, instance_id, bytes = 0 }: Spending): void {
  const spent = budgetsOf(store);
  refuseFor(spent.changes.take(`${person_id} ${instance_id}`), {
    message: `An app may make ${SHARED_LIMITS.changes_a_minute} changes a minute for one person.`,
    hint: "Collect changes, and set them together.",
  });
  refuseFor(spent.bytes.spend(person_id, bytes), {
    message: `One person's apps may set ${SHARED_LIMITS.change_bytes_a_minute} bytes a minute.`,
    hint: "Set smaller values, or less often.",
  });
}

/**
 * Counts that a person clears or restores what an app keeps.
 * @throws Refusal `rate_limited`, with the seconds to wait
 */
export function spendReplacement(store: Store, { person_id }: { person_id: string }): void {
  refuseFor(budgetsOf(store).replacements.take(person_id), {
    message: "Apps' data was cleared and restored many times just now.",
    hint: "Wait, then do it again.",
  });
}

function refuseFor(retry_after_seconds: number, why: { message: string; hint: string }): void {
  if (retry_after_seconds > 0) throw new Refusal({ code: "rate_limited", ...why, retry_after_seconds });
}
