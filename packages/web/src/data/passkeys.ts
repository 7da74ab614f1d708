import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";

/** What the server asks of a passkey; the ticket goes back with the answer. */
export interface PasskeyRequest {
  readonly ticket: string;
  /** WebAuthn options in their JSON form. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** What a passkey answered, in the form that the server takes it. */
export interface PasskeyAnswer {
  readonly ticket: string;
  readonly credential: Record<string, unknown>;
}

/** left: the person closed the browser's question, or it ended by itself. known: it is enrolled already. */
export type PasskeyFailure = "left" | "known" | "failed";

/** No passkey answered. Nothing was sent. */
export class PasskeyError extends Error {
  readonly failure: PasskeyFailure;

  constructor(failure: PasskeyFailure, cause: unknown) {
    super("No passkey answered.", { cause });
    this.name = "PasskeyError";
    this.failure = failure;
  }
}

/** Whether this browser knows passkeys at all. */
export function knowsPasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential === "function";
}

/** Passkeys belong to a name; an address in digits is none (WebAuthn Level 3, section 5.1.3). */
const DIGITS = /^(?:[\d.]+|\[.*\])$/;

/** Whether the passkeys of `origin` can be used on a page of this address. */
export function passkeysBelongTo(page: Pick<Location, "origin" | "hostname">, origin: string): boolean {
  return page.origin === origin && !DIGITS.test(page.hostname);
}

/** Whether the passkeys of `origin` can be used on this page, in this browser. */
export function passkeysWorkHere(origin: string): boolean {
  return knowsPasskeys() && passkeysBelongTo(location, origin);
}

/** Loaded when somebody uses a passkey: most pages never do. */
const webAuthn = () => import("@simplewebauthn/browser");

/** Why a ceremony ended, by the names of WebAuthn Level 3, sections 5.1.3 and 5.1.4. */
function failureOf(error: unknown): PasskeyFailure {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return "left";
  return name === "InvalidStateError" ? "known" : "failed";
}

/** Lets the browser ask for a passkey. Throws `PasskeyError`. */
export async function answerByPasskey({ ticket, options }: PasskeyRequest): Promise<PasskeyAnswer> {
  try {
    const { startAuthentication } = await webAuthn();
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    return { ticket, credential: { ...(await startAuthentication({ optionsJSON })) } };
  } catch (error) {
    throw new PasskeyError(failureOf(error), error);
  }
}

/** Lets the browser make a passkey. Throws `PasskeyError`. */
export async function makePasskey({ ticket, options }: PasskeyRequest): Promise<PasskeyAnswer> {
  try {
    const { startRegistration } = await webAuthn();
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    return { ticket, credential: { ...(await startRegistration({ optionsJSON })) } };
  } catch (error) {
    throw new PasskeyError(failureOf(error), error);
  }
}

/**
 * Offers the passkeys of this device among what the browser fills into a field marked `webauthn`, until one is
 * chosen or the signal ends it; undefined where nothing comes of it, which nobody has to be told.
 */
export async function passkeyFromField(
  begin: () => Promise<PasskeyRequest>,
  signal: AbortSignal,
): Promise<PasskeyAnswer | undefined> {
  const { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } = await webAuthn();
  const stop = (): void => WebAuthnAbortService.cancelCeremony();
  try {
    if (!(await browserSupportsWebAuthnAutofill())) return undefined;
    const { ticket, options } = await begin();
    if (signal.aborted) return undefined;
    signal.addEventListener("abort", stop);
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    const answer = await startAuthentication({ optionsJSON, useBrowserAutofill: true });
    return { ticket, credential: { ...answer } };
  } catch {
    return undefined;
  } finally {
    // What the browser asks later is none of this offer's.
    signal.removeEventListener("abort", stop);
  }
}
