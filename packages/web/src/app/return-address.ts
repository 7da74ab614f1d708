/**
 * The place in this app to go to after signing in, from what the address says. Anything that would lead to
 * another origin, or back to the sign-in page itself, becomes Home.
 */
export function returnAddress(wanted: string | null, origin: string): string {
  if (wanted === null || !wanted.startsWith("/")) return "/";
  let url: URL;
  try {
    url = new URL(wanted, origin);
  } catch {
    return "/";
  }
  // What is left of "/.//host" would be read as another host the next time.
  if (url.origin !== origin || url.pathname.startsWith("//") || url.pathname === "/sign-in") return "/";
  return url.pathname + url.search + url.hash;
}

/** The sign-in page that comes back to `place`; it says why, where a sign-in has `ended`. */
export function signInAddress(place: string, ended = false): string {
  const asked = new URLSearchParams({
    ...(place !== "/" && { return: place }),
    ...(ended && { ended: "1" }),
  });
  return asked.size === 0 ? "/sign-in" : `/sign-in?${asked.toString()}`;
}
