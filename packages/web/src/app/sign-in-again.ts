import { signInAddress } from "./return-address.ts";

/**
 * Leaves for the sign-in page, by a whole load: a fresh page brings the proof that belongs to the cookie. `ended`:
 * this page had a sign-in until now.
 */
export function leaveForSignIn(ended: boolean): void {
  if (location.pathname === "/sign-in") return;
  location.assign(signInAddress(location.pathname + location.search, ended));
}

const LOADED_AGAIN = "anteroom.loaded-again";
const PATIENCE_MS = 10_000;

/**
 * Loads this page anew, for the proof that belongs to the sign-in of now: somebody signed in again in another
 * tab. Once within a while only, so that a server that keeps refusing is not asked for ever.
 */
export function loadAgain(): void {
  try {
    const last = Number(sessionStorage.getItem(LOADED_AGAIN) ?? 0);
    if (Date.now() - last < PATIENCE_MS) return;
    sessionStorage.setItem(LOADED_AGAIN, String(Date.now()));
  } catch {
    // Without storage there is no telling how often it was tried.
    return;
  }
  location.reload();
}
