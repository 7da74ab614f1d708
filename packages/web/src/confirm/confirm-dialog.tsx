import type { ReactNode } from "react";
import { useConfirmationWays } from "../data/account.ts";
import { useText } from "../messages/text.tsx";
import { Dialog, Failure, Or, Skeleton } from "../parts/index.ts";
import { ConfirmByPasskey } from "./confirm-by-passkey.tsx";
import { ConfirmByPassword } from "./confirm-by-password.tsx";
import { ConfirmElsewhere } from "./confirm-elsewhere.tsx";
import styles from "./confirm.module.css";

export interface ConfirmDialogProps {
  /** true: the server took it; false: the person left the dialog. */
  readonly onAnswer: (confirmed: boolean) => void;
}

/** Asks whether the person of this sign-in is still the one at the keys, before something dangerous is done. */
export function ConfirmDialog({ onAnswer }: ConfirmDialogProps): ReactNode {
  const text = useText();
  return (
    <Dialog title={text("confirm.title")} isOpen onOpenChange={() => onAnswer(false)}>
      <p className={styles.why}>{text("confirm.why")}</p>
      <Ways onConfirmed={() => onAnswer(true)} />
    </Dialog>
  );
}

function Ways({ onConfirmed }: { readonly onConfirmed: () => void }): ReactNode {
  const { data, error, refetch, isFetching } = useConfirmationWays();
  if (!data) {
    return error ? (
      <Failure error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <Skeleton />
    );
  }
  // A passkey answers under its own address alone.
  const passkey = data.passkey?.options["rpId"] === location.hostname ? data.passkey : undefined;
  if (!passkey && !data.password) return <ConfirmElsewhere />;
  return (
    <>
      {passkey ? (
        <ConfirmByPasskey request={passkey} onConfirmed={onConfirmed} onRefused={() => void refetch()} />
      ) : null}
      {passkey && data.password ? <Or /> : null}
      {data.password ? (
        <ConfirmByPassword code={data.code} second={passkey !== undefined} onConfirmed={onConfirmed} />
      ) : null}
    </>
  );
}
