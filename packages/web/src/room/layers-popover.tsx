import type { ReactNode, RefObject } from "react";
import { Dialog, Heading, Popover } from "react-aria-components";
import { useText } from "../messages/text.tsx";
import type { Lacking } from "./layers.ts";
import styles from "./layers-popover.module.css";

export interface LayersPopoverProps {
  readonly lacking: Lacking;
  /** What was pressed. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** What is missing here to hold apps, what holds them nevertheless, and what to do about it. */
export function LayersPopover({ lacking, anchor, onClose }: LayersPopoverProps): ReactNode {
  const text = useText();
  return (
    <Popover
      className={styles.popover ?? ""}
      triggerRef={anchor}
      placement="top start"
      offset={4}
      isOpen
      onOpenChange={onClose}
    >
      <Dialog className={styles.dialog ?? ""}>
        <Heading slot="title" level={2} className={styles.title ?? ""}>
          {text("layers.title")}
        </Heading>
        {lacking.network ? <p>{text("layers.network")}</p> : null}
        {lacking.process ? <p>{text("layers.process")}</p> : null}
        <h3>{text("layers.holds")}</h3>
        <p>{text("layers.holds-words")}</p>
        <h3>{text("layers.next")}</h3>
        <p>{text("layers.next-browser")}</p>
        <p>{text("layers.next-operator")}</p>
      </Dialog>
    </Popover>
  );
}
