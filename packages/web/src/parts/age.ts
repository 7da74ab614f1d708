export type Age =
  | { readonly unit: "now" }
  | { readonly unit: "minutes"; readonly minutes: number }
  | { readonly unit: "hours"; readonly hours: number }
  /** `hours` is 0 once days alone are exact enough. */
  | { readonly unit: "days"; readonly days: number; readonly hours: number };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How old a moment is, both in ms since the epoch. A moment that lies ahead, by clocks that differ, is now. */
export function ageOf(moment: number, now: number): Age {
  const age = now - moment;
  if (age < MINUTE) return { unit: "now" };
  if (age < HOUR) return { unit: "minutes", minutes: Math.floor(age / MINUTE) };
  if (age < DAY) return { unit: "hours", hours: Math.floor(age / HOUR) };
  const days = Math.floor(age / DAY);
  return { unit: "days", days, hours: days < 2 ? Math.floor((age % DAY) / HOUR) : 0 };
}
