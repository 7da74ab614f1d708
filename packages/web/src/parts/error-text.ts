import { useCallback } from "react";
import { OfflineError, RefusalError, type ErrorCode } from "@anteroom/client";
import { PasskeyError, type PasskeyFailure } from "../data/passkeys.ts";
import { useText, type MessageKey, type Translate } from "../messages/text.tsx";

export interface ErrorWords {
  readonly what: string;
  readonly holds?: string;
  readonly next?: string;
}

/** What to say for each code. A screen says more where it knows more, such as which field is wrong. */
const WORDS: Readonly<Record<ErrorCode, { what: MessageKey; next: MessageKey }>> = {
  invalid_arguments: { what: "error.invalid", next: "error.invalid-next" },
  invalid_path: { what: "error.invalid", next: "error.invalid-next" },
  missing_entry: { what: "error.invalid", next: "error.invalid-next" },
  does_not_compile: { what: "error.invalid", next: "error.invalid-next" },
  too_large: { what: "error.too-large", next: "error.too-large-next" },
  too_many_files: { what: "error.too-large", next: "error.too-large-next" },
  not_found: { what: "error.not-found", next: "error.not-found-next" },
  forbidden: { what: "error.forbidden", next: "error.forbidden-next" },
  conflict_idempotency: { what: "error.conflict", next: "error.conflict-next" },
  conflict_state: { what: "error.conflict", next: "error.conflict-next" },
  rate_limited: { what: "error.rate", next: "error.rate-next" },
  unavailable: { what: "error.unavailable", next: "error.unavailable-next" },
  sign_in_required: { what: "error.signed-out", next: "error.signed-out-next" },
  wrong_credentials: { what: "error.credentials", next: "error.credentials-next" },
  confirmation_required: { what: "error.unconfirmed", next: "error.unconfirmed-next" },
};

const PASSKEY_WORDS: Readonly<Record<PasskeyFailure, { what: MessageKey; next: MessageKey }>> = {
  left: { what: "error.passkey-left", next: "error.passkey-left-next" },
  known: { what: "error.passkey-known", next: "error.passkey-known-next" },
  failed: { what: "error.passkey-failed", next: "error.passkey-failed-next" },
};

/** Above this many seconds a wait is told in minutes. */
const LONG_WAIT = 100;

/** How long to wait before the next try. */
function sayWait(text: Translate, seconds: number): string {
  return seconds > LONG_WAIT
    ? text("error.wait-minutes-next", { minutes: Math.ceil(seconds / 60) })
    : text("error.wait-next", { seconds: Math.max(1, seconds) });
}

/** Gives the function that says in the page's language what was thrown. */
export function useErrorText(): (error: unknown) => ErrorWords {
  const text = useText();
  return useCallback(
    (error) => {
      if (error instanceof OfflineError) {
        return {
          what: text("error.offline"),
          holds: text("error.offline-holds"),
          next: text("error.offline-next"),
        };
      }
      if (error instanceof RefusalError) {
        // A newer server may know codes that this page does not.
        const words = error.body.code in WORDS ? WORDS[error.body.code] : WORDS.unavailable;
        const wait = error.body.retry_after_seconds;
        return { what: text(words.what), next: wait === undefined ? text(words.next) : sayWait(text, wait) };
      }
      if (error instanceof PasskeyError) {
        const words = PASSKEY_WORDS[error.failure];
        return { what: text(words.what), next: text(words.next) };
      }
      return { what: text("error.unexpected"), next: text("error.unexpected-next") };
    },
    [text],
  );
}
