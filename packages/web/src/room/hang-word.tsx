import { useLayoutEffect, useRef, type ReactNode, type RefObject } from "react";
import { useIntl } from "react-intl";
import { Message, useText } from "../messages/text.tsx";
import { Button, useArriving } from "../parts/index.ts";
import { VisibleName } from "../review/visible-text.tsx";
import styles from "./hang-word.module.css";
import type { Hang } from "./run-state.ts";

export interface HangWordProps {
  readonly name: string;
  readonly hang: Hang;
  /** Whether apps of this page may share a process, and so hold up one another. */
  readonly shares: boolean;
  /** Where its frame stands. */
  readonly place: RefObject<HTMLElement | null>;
  /** What running it anew is called there. */
  readonly again: string;
  readonly onStop: () => void;
  readonly onStartAnew: () => void;
  readonly onWait: () => void;
  /** Gives the app the focus. */
  readonly onFocusBack: () => void;
}

/** Stands before an app that answers no more, until it does: since when, what that means, and what can be done. */
export function HangWord(props: HangWordProps): ReactNode {
  const { name, hang, shares, place, again, onStop, onStartAnew, onWait, onFocusBack } = props;
  const text = useText();
  const intl = useIntl();
  const word = useKeysOf(place, onFocusBack);
  const isArriving = useArriving();
  const since = intl.formatTime(hang.since, { timeStyle: "medium" });
  // It comes up under the pointer of who still tries the app.
  const unless = (act: () => void) => () => void (isArriving || act());
  return (
    <div className={styles.veil}>
      <div className={styles.word} ref={word} tabIndex={-1} data-takes-keys>
        <div role="alert" className={styles.told}>
          <p className={styles.what}>
            <Message id="hang.what" values={{ name: <VisibleName text={name} /> }} />
          </p>
          <p>{text("hang.means", { since })}</p>
          {shares ? <p>{text("hang.shares")}</p> : null}
        </div>
        <div className={styles.acts}>
          <Button held={isArriving} onPress={unless(onStop)}>
            {text("hang.stop")}
          </Button>
          <Button icon="reload" held={isArriving} onPress={unless(onStartAnew)}>
            {again}
          </Button>
          <Button kind="quiet" onPress={onWait}>
            {text("hang.wait")}
          </Button>
        </div>
      </div>
    </div>
  );
}

/**
 * Keeps the keyboard out of a frame that hangs, since it would keep each key and let nobody out by Tab. Who was in
 * there is in the word meanwhile, and in the app again after it.
 */
function useKeysOf(
  place: RefObject<HTMLElement | null>,
  onFocusBack: () => void,
): RefObject<HTMLDivElement | null> {
  const word = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [from, to] = [place.current, word.current];
    if (!from || !to) return undefined;
    if (from.contains(document.activeElement)) to.focus({ preventScroll: true });
    from.inert = true;
    return () => {
      from.inert = false;
      if (to.contains(document.activeElement)) onFocusBack();
    };
  }, [place, onFocusBack]);
  return word;
}
