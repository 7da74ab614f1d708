import { useEffect, useRef, useSyncExternalStore, type ReactNode } from "react";
import { Link } from "wouter";
import { useText } from "../messages/text.tsx";
import { Button, buttonClass } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";
import styles from "./toast.module.css";

export interface ToastContent {
  readonly text: string;
  /** Whose words they are; new ones take the place of the last ones of the same. */
  readonly from?: string;
  /** A place to go from here; a toast tells, and never asks. */
  readonly link?: { readonly href: string; readonly label: string };
  /** Takes back what has just happened. */
  readonly undo?: { readonly label: string; readonly onPress: () => void };
}

interface Toast extends ToastContent {
  readonly id: number;
}

const SHOWN_FOR_MS = 7000;
const HELD_FOR_MS = 1500;
const SHOWN_AT_ONCE = 3;

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Tells something that has happened, for a few seconds. Whatever it tells must be seen elsewhere too. */
export function tell(content: ToastContent): void {
  const others = toasts.filter(({ from }) => from === undefined || from !== content.from);
  change([...others, { ...content, id: nextId++ }].slice(-SHOWN_AT_ONCE));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where toasts appear; once in the app. A dialog does not hide them: what it did is told there. */
export function ToastRegion(): ReactNode {
  const text = useText();
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <section className={styles.region} aria-label={text("part.notices")} data-react-aria-top-layer="true">
      <div role="status" className={styles.stack}>
        {shown.map((toast) => (
          <ToastRow key={toast.id} toast={toast} />
        ))}
      </div>
    </section>
  );
}

function close(toast: Toast): void {
  change(toasts.filter((other) => other.id !== toast.id));
}

function ToastRow({ toast }: { readonly toast: Toast }): ReactNode {
  const text = useText();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let timer = setTimeout(leave, SHOWN_FOR_MS);
    function leave(): void {
      // It stays while the pointer or the focus is on it.
      if (row.current?.matches(":hover, :focus-within")) timer = setTimeout(leave, HELD_FOR_MS);
      else close(toast);
    }
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <div ref={row} className={styles.toast}>
      <span>{toast.text}</span>
      {toast.link ? (
        <Link
          href={toast.link.href}
          className={buttonClass({ kind: "quiet", size: "small", className: styles.link })}
          onClick={() => close(toast)}
        >
          {toast.link.label}
        </Link>
      ) : null}
      {toast.undo ? (
        <Button
          kind="quiet"
          size="small"
          className={styles.link}
          onPress={() => {
            toast.undo?.onPress();
            close(toast);
          }}
        >
          {toast.undo.label}
        </Button>
      ) : null}
      <IconButton
        icon="close"
        label={text("part.dismiss")}
        size="small"
        className={styles.cross}
        onPress={() => close(toast)}
      />
    </div>
  );
}
