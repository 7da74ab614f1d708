import { useLayoutEffect, type ReactNode } from "react";
import { useText } from "../messages/text.tsx";
import { Button, Icon } from "../parts/index.ts";
import { VisibleName } from "../review/visible-text.tsx";
import styles from "./full-bar.module.css";

export interface FullBarProps {
  /** The app's. */
  readonly name: string;
  readonly onLeave: () => void;
  /** Gives the app the focus. */
  readonly onFocusBack: () => void;
}

/** Stands above an app that fills the screen, and says that it is one, and how to get out. */
export function FullBar({ name, onLeave, onFocusBack }: FullBarProps): ReactNode {
  const text = useText();
  // What was pressed for it is not on the screen, and in the end this bar is not either.
  useLayoutEffect(() => {
    onFocusBack();
    return onFocusBack;
  }, [onFocusBack]);
  return (
    <header className={styles.bar}>
      <Icon name="sealed" />
      <b className={styles.name}>
        <VisibleName text={name} />
      </b>
      <span className={styles.how}>{text("full.how")}</span>
      <Button size="small" onPress={onLeave}>
        {text("full.leave")}
      </Button>
    </header>
  );
}
