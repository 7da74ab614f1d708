/** The time `seconds` after an RFC 3339 time. */
export function later(time: string, seconds: number): string {
  return new Date(Date.parse(time) + seconds * 1000).toISOString();
}

/** An RFC 3339 time in whole seconds since 1970, as OAuth counts. */
export function secondsOf(time: string): number {
  return Math.floor(Date.parse(time) / 1000);
}
