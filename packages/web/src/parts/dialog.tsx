import { useEffect, type ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { useText } from "../messages/text.tsx";
import { uncover } from "./arriving.ts";
import { IconButton } from "./icon-button.tsx";
import styles from "./dialog.module.css";

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** Called with false when the person leaves it: Escape, a press outside, the cross. */
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly children: ReactNode;
  /** Buttons at the foot, the one that acts last. */
  readonly actions?: ReactNode;
  readonly size?: "normal" | "wide";
  /** alertdialog for what cannot be undone. */
  readonly role?: "dialog" | "alertdialog";
}

/** A question that wants words, or a deed that cannot be undone. A sheet at the foot of a phone. */
export function Dialog(props: DialogProps): ReactNode {
  const text = useText();
  const { isOpen } = props;
  useEffect(() => (isOpen ? uncover : undefined), [isOpen]);
  return (
    <ModalOverlay
      className={styles.veil ?? ""}
      isOpen={isOpen}
      onOpenChange={props.onOpenChange}
      isDismissable={props.role !== "alertdialog"}
    >
      <Modal className={props.size === "wide" ? `${styles.modal} ${styles.wide}` : (styles.modal ?? "")}>
        <AriaDialog className={styles.dialog ?? ""} role={props.role ?? "dialog"} ref={focusFirstField}>
          <div className={styles.head}>
            <Heading slot="title" level={2} className={styles.title ?? ""}>
              {props.title}
            </Heading>
            <IconButton icon="close" label={text("part.close")} onPress={() => props.onOpenChange(false)} />
          </div>
          {props.children}
          {props.actions ? <div className={styles.actions}>{props.actions}</div> : null}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

const FIELD = 'form input:not([type="checkbox"], [type="radio"], [readonly]), textarea';

/** What a dialog asks for can be typed at once; on a touch screen, the keyboard would cover the question. */
function focusFirstField(dialog: HTMLElement | null): void {
  const field = dialog?.querySelector<HTMLInputElement | HTMLTextAreaElement>(FIELD);
  if (!field || matchMedia("(pointer: coarse)").matches) return;
  field.focus();
  // What stands in one line is mostly replaced as a whole; longer words are gone on with.
  if (field instanceof HTMLInputElement) field.select();
}
