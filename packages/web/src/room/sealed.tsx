import { lazy, Suspense, useRef, useState, type ReactNode } from "react";
import { Message, useText, type MessageKey } from "../messages/text.tsx";
import { Button, Icon } from "../parts/index.ts";
import { VisibleName } from "../review/visible-text.tsx";
import type { Lacking } from "./layers.ts";
import styles from "./sealed.module.css";

const LayersPopover = lazy(async () => ({ default: (await import("./layers-popover.tsx")).LayersPopover }));

export interface SealedProps {
  /** The app's. */
  readonly name: string;
  readonly lacking: Lacking | undefined;
}

/** Says whose place is sealed, and by how much where this browser lacks a layer. */
export function Sealed({ name, lacking }: SealedProps): ReactNode {
  const text = useText();
  return (
    <>
      <span className={styles.sealed}>
        <Icon name="sealed" />
        <span className={styles.name}>
          <Message id="room.sealed" values={{ name: <VisibleName text={name} /> }} />
        </span>
      </span>
      <span>{text("room.sealed-from")}</span>
      {lacking ? <LayersMark lacking={lacking} /> : null}
    </>
  );
}

function LayersMark({ lacking }: { readonly lacking: Lacking }): ReactNode {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  /** The whole of it is to be seen while the popover says more. */
  const line = useRef<HTMLElement>(null);
  return (
    <>
      <Button
        size="small"
        kind="quiet"
        className={styles.mark}
        ref={(mark) => void (line.current = mark?.parentElement ?? null)}
        expanded={isOpen}
        onPress={() => setOpen(true)}
      >
        {text(markOf(lacking))}
      </Button>
      {isOpen ? (
        <Suspense>
          <LayersPopover lacking={lacking} anchor={line} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function markOf({ network, process }: Lacking): MessageKey {
  if (network && process) return "layers.fewer-and-shared";
  return network ? "layers.fewer" : "layers.shared";
}
