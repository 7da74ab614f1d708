import { useSyncExternalStore, type ReactNode } from "react";
import { useText } from "../messages/text.tsx";
import { Checkbox, Dialog } from "../parts/index.ts";
import { letterKeys, type Shortcut } from "./key-reader.ts";
import styles from "./shortcuts.module.css";

export interface ShortcutListProps {
  readonly shortcuts: readonly Shortcut[];
  readonly onClose: () => void;
}

/** The keys that work on this page, and whether those of a single letter do. */
export function ShortcutList({ shortcuts, onClose }: ShortcutListProps): ReactNode {
  const text = useText();
  const on = useSyncExternalStore(letterKeys.subscribe, letterKeys.areOn);
  return (
    <Dialog title={text("keys.title")} isOpen onOpenChange={onClose}>
      <dl className={styles.list}>
        {[...shortcuts, { keys: "?", label: text("keys.list") }].map((shortcut) => (
          <div key={`${shortcut.keys} ${shortcut.label}`}>
            <dt>{shortcut.label}</dt>
            <dd>
              {shortcut.keys.split(" ").map((key) => (
                <kbd key={key}>{key.length === 1 ? key.toUpperCase() : key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Checkbox checked={on} onChange={letterKeys.turn} hint={text("keys.on-hint")}>
        {text("keys.on")}
      </Checkbox>
    </Dialog>
  );
}
