import type { Store } from "../kernel/context.ts";
import { Refusal } from "../kernel/errors.ts";
import { SOURCE_BYTES_AN_HOUR } from "../kernel/limits.ts";
import { TryLimit } from "../kernel/try-limit.ts";

/** Kept by the process that serves the store, in memory: 64 full snippets an hour need no exact count. */
const budgets = new WeakMap<Store, TryLimit>();

/**
 * Counts new source of a connection. A superseded revision is kept, so the limit of pending proposals bounds
 * no disk: one token could fill it within its rate.
 * @throws Refusal `rate_limited`, with the seconds to wait
 */
export function spendSource(store: Store, connection_id: string, bytes: number): void {
  const budget = budgets.get(store) ?? new TryLimit({ most: SOURCE_BYTES_AN_HOUR, seconds: 3600 });
  budgets.set(store, budget);
  const retry_after_seconds = budget.spend(connection_id, bytes);
  if (retry_after_seconds === 0) return;
  throw new Refusal({
    code: "rate_limited",
    message: `One connection may propose ${SOURCE_BYTES_AN_HOUR} bytes of new source an hour.`,
    hint: "Wait, then propose again with the same idempotency_key.",
    retry_after_seconds,
  });
}
