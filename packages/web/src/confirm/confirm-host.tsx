import { lazy, Suspense, useSyncExternalStore, type ReactNode } from "react";
import { confirmation } from "../data/confirmation.ts";

const ConfirmDialog = lazy(async () => ({ default: (await import("./confirm-dialog.tsx")).ConfirmDialog }));

/** The place of the one dialog that asks a person to confirm; once in the app, loaded when it first asks. */
export function ConfirmHost(): ReactNode {
  const asked = useSyncExternalStore(confirmation.subscribe, confirmation.isAsked);
  return asked ? (
    <Suspense>
      <ConfirmDialog onAnswer={confirmation.answer} />
    </Suspense>
  ) : null;
}
