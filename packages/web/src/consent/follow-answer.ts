/** Addresses that would run in this page instead of leaving it. */
const NEVER: ReadonlySet<string> = new Set(["javascript:", "data:", "blob:", "vbscript:", "about:", "file:"]);

/** Whether the browser may go to a client's address: a web page, or an app's own scheme. */
export function mayFollow(address: string): boolean {
  return URL.canParse(address) && !NEVER.has(new URL(address).protocol);
}

/** Takes the browser back to the client with the answer. */
export function followAnswer(address: string): void {
  const whole = new URL(address, location.origin).href;
  if (mayFollow(whole)) location.assign(whole);
}
