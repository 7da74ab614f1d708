/** People and how they sign in. */
import * as own from "./writes.ts";

export { authenticateBrowser, type BrowserSignIn } from "./browser-sign-in.ts";
export { confirmedUntil, readEmail } from "./policy.ts";
export { proofFor, proofHolds, serverKey } from "./server-key.ts";
export { accountBounds, createOwner } from "./service.ts";
export { hasPeople } from "./store.ts";

export const accountWrites = [
  own.setUpWrite,
  own.acceptInvitationWrite,
  own.signInWrite,
  own.signOutWrite,
  own.keepServerKeyWrite,
];
