/** People and how they sign in. */
import * as passkeys from "./passkey-writes.ts";
import * as providers from "./provider-writes.ts";
import * as resets from "./reset-writes.ts";
import * as factors from "./second-factor-writes.ts";
import * as own from "./writes.ts";

export { type ApprovingBrowser, confirmedApproval, noteConfirmedApproval } from "./approval-window.ts";
export { authenticateBrowser, type BrowserSignIn } from "./browser-sign-in.ts";
export { deviceKey, readDevice } from "./device.ts";
export { type Evidence, takeEvidence } from "./evidence.ts";
export { askPasskey, type PasskeyRequest, takePasskey } from "./passkeys.ts";
export { isConfirmed, readEmail } from "./policy.ts";
export { createProviderHttp, type ProviderHttp } from "./provider-http.ts";
export { providerBounds } from "./provider-service.ts";
export { issueResetLink, type ResetLink } from "./reset.ts";
export { proofFor, proofHolds, serverKey } from "./server-key.ts";
export { accountBounds, createOwner } from "./service.ts";
export { findPasskey, hasPasskey, hasPeople } from "./store.ts";
export { type KeptAssertion, keptAssertionHolds } from "./web-authn.ts";

export const accountWrites = [
  own.setUpWrite,
  own.acceptInvitationWrite,
  own.renamePersonWrite,
  own.signInWrite,
  own.signOutWrite,
  own.seenWrite,
  own.endSignInsWrite,
  own.confirmWrite,
  own.keepServerKeyWrite,
  passkeys.addPasskeyWrite,
  passkeys.renamePasskeyWrite,
  passkeys.removePasskeyWrite,
  factors.beginSecondFactorWrite,
  factors.finishSecondFactorWrite,
  factors.renewRecoveryCodesWrite,
  factors.removeSecondFactorWrite,
  resets.changePasswordWrite,
  resets.createResetLinkWrite,
  resets.createOperatorResetLinkWrite,
  resets.resetPasswordWrite,
  providers.comeInByProviderWrite,
  providers.linkIdentityWrite,
  providers.unlinkIdentityWrite,
];
