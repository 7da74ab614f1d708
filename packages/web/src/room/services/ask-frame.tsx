import type { ReactNode } from "react";
import { useText } from "../../messages/text.tsx";
import { Button, Dialog, Icon } from "../../parts/index.ts";
import styles from "./ask.module.css";
import type { Asks } from "./asks.ts";
import { APP_ASKS } from "./once-free.ts";

/** What everything that an app asks has. */
export interface AskedProps {
  readonly title: string;
  readonly asks: Asks;
  /** The app asks again and again. */
  readonly mayStop: boolean;
}

export interface AskFrameProps extends AskedProps {
  readonly children: ReactNode;
  /** Buttons, the one that does it last. */
  readonly actions: ReactNode;
}

/** What stands around everything that an app asks: that it is the app, and the way to hear no more of it. */
export function AskFrame({ title, asks, mayStop, children, actions }: AskFrameProps): ReactNode {
  const text = useText();
  return (
    <Dialog
      title={title}
      isOpen
      onOpenChange={() => asks.dismiss()}
      actions={
        <>
          {mayStop ? (
            <span className={styles.stop}>
              <Button kind="quiet" onPress={() => asks.stop()}>
                {text("ask.stop")}
              </Button>
            </span>
          ) : null}
          {actions}
        </>
      }
    >
      <p className={styles.from} {...APP_ASKS}>
        <Icon name="sealed" />
        {text("ask.from")}
      </p>
      {children}
    </Dialog>
  );
}
