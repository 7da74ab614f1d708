import { useLayoutEffect, useRef, type ReactNode, type RefObject } from "react";
import { useIntl } from "react-intl";
import { Message, useText } from "../messages/text.tsx";
import { Button, useArriving } from "../parts/index.ts";
import { VisibleName } from "../review/visible-text.tsx";
import styles from "./hang-word.module.css";
import type { Hang } from "./run-state.ts";

export interface HangLineProps {
  readonly hang: Hang;
  /** Where its frame stands. */
  readonly place: RefObject<HTMLElement | null>;
  readonly onStop: () => void;
  /** Gives the app the focus. */
  readonly onFocusBack: () => void;
}

/** Stays above an app that hangs, while the person waits for it. */
export function HangLine({ hang, place, onStop, onFocusBack }: HangLineProps): ReactNode {
  const text = useText();
  const intl = useIntl();
  const line = useKeysOf(place, onFocusBack);
  const since = intl.formatTime(hang.since, { timeStyle: "medium" });
  return (
    <div className={styles.line} ref={line} tabIndex={-1} data-takes-keys>
      <span role="status">{text("hang.waits", { since })}</span>
      <Button kind="quiet" size="small" onPress={onStop}>
        {text("hang.stop")}
      </Button>
    </div>
  );
}

export interface HangWordProps extends HangLineProps {
  readonly name: string;
  /** Whether apps of this page may share a process, and so hold up one another. */
  readonly shares: boolean;
  /** What running it anew is called there. */
  readonly again: string;
  readonly onStartAnew: () => void;
  readonly onWait: () => void;
}

/** Stands before an app that answers no more, until it does: since when, what that means, and what can be done. */
export function HangWord(props: HangWordProps): ReactNode {
  const { name, hang, shares, place, again, onStop, onStartAnew, onWait, onFocusBack } = props;
  const text = useText();
  const intl = useIntl();
  const word = useKeysOf(place, onFocusBack);
  const isArriving = useArriving();
  const since = intl.formatTime(hang.since, { timeStyle: "medium" });
  function wait(): void {
    // Who waits wants to go on in the app.
    word.current?.focus({ preventScroll: true });
    onWait();
  }
  return (
    <div className={styles.veil}>
      <div className={styles.word} ref={word} tabIndex={-1} data-takes-keys>
        <div role="alert" className={styles.told}>
          <p className={styles.what}>
            <Message id="hang.what" values={{ name: <VisibleName text={name} /> }} />
          </p>
          <p>{text(shares ? "hang.means-shared" : "hang.means", { since })}</p>
        </div>
        {/* They would come up under the pointer of who still tries the app. */}
        <div className={isArriving ? `${styles.acts} ${styles.soon}` : styles.acts}>
          <Button onPress={onStop}>{text("hang.stop")}</Button>
          <Button icon="reload" onPress={onStartAnew}>
            {again}
          </Button>
          <Button kind="quiet" onPress={wait}>
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
      const at = document.activeElement;
      if (at === to) onFocusBack();
      // Who was about to press a button of the word must not press one of the app instead.
      else if (to.contains(at)) from.closest<HTMLElement>("[tabindex]")?.focus({ preventScroll: true });
    };
  }, [place, onFocusBack]);
  return word;
}
