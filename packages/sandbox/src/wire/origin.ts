/** @throws RangeError when `origin`, of the page that may frame, is not a bare http(s) origin. */
export function bareOrigin(origin: string): string {
  if (!/^https?:/u.test(origin) || new URL(origin).origin !== origin) {
    throw new RangeError("The frame's host must be a bare http or https origin.");
  }
  return origin;
}
