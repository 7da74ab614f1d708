import type { ReactNode } from "react";
import { useText } from "../messages/text.tsx";
import { Button, Dialog, TextArea } from "../parts/index.ts";
import styles from "./decline-dialog.module.css";
import { spelledOut } from "./visible-marks.ts";

/** As the contract of decline_proposal has it, in code points. */
const REASON_AT_MOST = 2000;

export interface DeclineDialogProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly name: string;
  readonly client: string;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  readonly onDecline: (reason: string) => void;
}

/** Asks for the reason of a refusal, which the agent reads; none has to be given. */
export function DeclineDialog(props: DeclineDialogProps): ReactNode {
  const text = useText();
  const length = Array.from(props.reason).length;
  const tooLong = length > REASON_AT_MOST;
  return (
    <Dialog
      title={text("review.decline-title", { name: spelledOut(props.name) })}
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
      actions={
        <>
          <Button kind="quiet" onPress={() => props.onOpenChange(false)}>
            {text("review.back")}
          </Button>
          <Button
            kind="stopSolid"
            held={tooLong}
            onPress={() => {
              if (!tooLong) props.onDecline(props.reason.trim());
            }}
          >
            {text("review.decline")}
          </Button>
        </>
      }
    >
      <p className={styles.told}>{text("review.decline-told", { client: spelledOut(props.client) })}</p>
      <TextArea
        label={text("review.reason-label")}
        value={props.reason}
        onChange={props.onReason}
        hint={text("review.reason-length", { length, most: REASON_AT_MOST })}
        error={tooLong ? text("review.reason-too-long", { over: length - REASON_AT_MOST }) : undefined}
      />
    </Dialog>
  );
}
