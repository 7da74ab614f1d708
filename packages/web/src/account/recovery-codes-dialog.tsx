import type { ReactNode } from "react";
import { useText } from "../messages/text.tsx";
import { buttonClass } from "../parts/button.tsx";
import { Button, CopyLine, Dialog } from "../parts/index.ts";
import styles from "./account.module.css";

export interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  /** Whose they are. */
  readonly email: string;
  readonly onClose: () => void;
}

const FILE_NAME = "anteroom-recovery-codes.txt";

/** Shows recovery codes, once: the server keeps only their hashes. There as long as it is open. */
export function RecoveryCodesDialog({ codes, email, onClose }: RecoveryCodesDialogProps): ReactNode {
  const text = useText();
  const lines = codes.join("\n");
  const file = `${text("factor.codes-file", { email, origin: location.origin })}\n\n${lines}\n`;
  return (
    <Dialog
      title={text("factor.codes")}
      // A press beside it must not lose them.
      role="alertdialog"
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <a
            className={buttonClass({})}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
            download={FILE_NAME}
          >
            {text("factor.codes-download")}
          </a>
          <Button kind="door" onPress={onClose}>
            {text("factor.codes-kept")}
          </Button>
        </>
      }
    >
      <p className={styles.told}>{text("factor.codes-what")}</p>
      <CopyLine value={lines} label={text("factor.codes-label")} stacked />
    </Dialog>
  );
}
