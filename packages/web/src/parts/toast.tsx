import { useEffect, useRef, useSyncExternalStore, type ReactNode } from "react";
import { Link } from "wouter";
import { useText } from "../messages/text.tsx";
import { Button, buttonClass } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";
import styles from "./toast.module.css";
import { closeToast, onToasts, shownToasts, type Toast } from "./toasts.ts";

const SHOWN_FOR_MS = 7000;
const HELD_FOR_MS = 1500;

/** Where toasts appear; once in the app. A dialog does not hide them: what it did is told there. */
export function ToastRegion(): ReactNode {
  const text = useText();
  const shown = useSyncExternalStore(onToasts, shownToasts);
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

function ToastRow({ toast }: { readonly toast: Toast }): ReactNode {
  const text = useText();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let timer = setTimeout(leave, SHOWN_FOR_MS);
    function leave(): void {
      // It stays while the pointer or the focus is on it.
      if (row.current?.matches(":hover, :focus-within")) timer = setTimeout(leave, HELD_FOR_MS);
      else closeToast(toast);
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
          onClick={() => closeToast(toast)}
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
            closeToast(toast);
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
        onPress={() => closeToast(toast)}
      />
    </div>
  );
}
