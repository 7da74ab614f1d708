/** The time `seconds` after an RFC 3339 time. */
export function later(time: string, seconds: number): string {
  return new Date(Date.parse(time) + seconds * 1000).toISOString();
}

/**
 * Whether an RFC 3339 time lies less than `seconds` from `now`, on either side: a time that lies ahead was noted
 * by a clock that was set back since, and that makes no moment longer.
 */
export function isWithin(time: string, seconds: number, now: string | number): boolean {
  return Math.abs(new Date(now).getTime() - Date.parse(time)) < seconds * 1000;
}

/** An RFC 3339 time in whole seconds since 1970, as OAuth counts. */
export function secondsOf(time: string): number {
  return Math.floor(Date.parse(time) / 1000);
}
