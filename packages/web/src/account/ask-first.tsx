import type { ReactNode } from "react";
import { useText } from "../messages/text.tsx";
import { Button, Dialog, Failure } from "../parts/index.ts";
import styles from "./account.module.css";

export interface AskFirstProps {
  /** The question. */
  readonly title: string;
  /** What follows from it. */
  readonly what: string;
  /** The word on the button that acts. */
  readonly act: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onAct: () => void;
  readonly busy: boolean;
  /** Why the last try did nothing. */
  readonly error: Error | null;
}

/** Asks before something that cannot be taken back. */
export function AskFirst(props: AskFirstProps): ReactNode {
  const text = useText();
  return (
    <Dialog
      title={props.title}
      role="alertdialog"
      isOpen={props.isOpen}
      onOpenChange={props.onClose}
      actions={
        <>
          <Button kind="quiet" onPress={props.onClose}>
            {text("account.cancel")}
          </Button>
          <Button kind="stopSolid" busy={props.busy} onPress={props.onAct}>
            {props.act}
          </Button>
        </>
      }
    >
      <p className={styles.told}>{props.what}</p>
      {props.error ? <Failure error={props.error} /> : null}
    </Dialog>
  );
}
