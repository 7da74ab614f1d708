import { useEffect, useId, useRef, type ReactNode, type Ref, type RefObject } from "react";
import { isRefusal } from "@anteroom/client";
import type { Proposal } from "../data/index.ts";
import { PasskeyError } from "../data/passkeys.ts";
import { Message, useText } from "../messages/text.tsx";
import { Button, ButtonLink, useErrorText } from "../parts/index.ts";
import type { BarState } from "./bar-state.ts";
import { BarDecided, BarLetIn, BarNewer, BarStale } from "./bar-outcome.tsx";
import styles from "./decision-bar.module.css";
import { shortDigest } from "./digest.ts";
import type { Reading, Unread } from "./reading.ts";
import { Sill } from "./sill.tsx";
import { VisibleText } from "./visible-text.tsx";

export interface DecisionBarProps {
  readonly bar: BarState;
  /** The proposal as this page shows it, and as the server last told it. */
  readonly shown: Proposal;
  readonly now: Proposal;
  readonly reading: Reading;
  /** Where the next proposal that waits is, if one does. */
  readonly next?: string | undefined;
  readonly onApprove: () => void;
  readonly onDecline: () => void;
  /** Goes to what is left to read. */
  readonly onGoTo: (unread: Unread) => void;
  readonly onShowNow: () => void;
  readonly ref?: Ref<HTMLElement>;
}

/** The sill of the review: what was read, what an approval does and binds to, and the two decisions. */
export function DecisionBar(props: DecisionBarProps): ReactNode {
  const { bar, reading } = props;
  const text = useText();
  const open = bar.kind === "withheld" || bar.kind === "ready" || bar.kind === "sending";
  const measured = open || bar.kind === "stale" || (bar.kind === "newer" && bar.whileOpen);
  const inside = useKeptFocus(open);
  return (
    <section className={styles.bar} aria-label={text("review.decision")} ref={props.ref}>
      {measured ? <Sill reading={reading} /> : null}
      {bar.kind === "let-in" ? <div className={styles.closed} /> : null}
      <div className={styles.inside} ref={inside} tabIndex={-1}>
        {open ? <BarOpen {...props} /> : <BarOutcome {...props} />}
      </div>
    </section>
  );
}

/** A dialog gives the focus back only when it has faded out. */
const FOCUS_BACK_MS = 250;

/** Takes the focus when the button that had it, here or by way of the dialog, was replaced. */
function useKeptFocus(open: boolean): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const before = useRef(open);
  useEffect(() => {
    if (before.current === open) return;
    before.current = open;
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
    }, FOCUS_BACK_MS);
    return () => clearTimeout(timer);
  }, [open]);
  return element;
}

/** What replaces the two decisions. It is announced, since it comes by itself. */
function BarOutcome({ bar, shown, now, next, onShowNow }: DecisionBarProps): ReactNode {
  const text = useText();
  const further =
    next === undefined ? null : <ButtonLink href={next}>{text("review.next-proposal")}</ButtonLink>;
  switch (bar.kind) {
    case "let-in":
      return <BarLetIn proposal={shown} further={further} />;
    case "newer":
      return <BarNewer {...bar} />;
    case "decided":
      return <BarDecided proposal={now} here={bar.here} further={further} />;
    case "stale":
      return <BarStale onShowNow={onShowNow} />;
    default:
      return null;
  }
}

function BarOpen({ bar, shown, now, reading, onApprove, onDecline, onGoTo }: DecisionBarProps): ReactNode {
  const text = useText();
  const why = useId();
  const first = bar.kind === "withheld" ? bar.left[0] : undefined;
  const approving = bar.kind === "sending" && bar.decision === "approve";
  const asked = bar.kind === "sending" && bar.asked === true;
  const declining = bar.kind === "sending" && bar.decision === "decline";
  return (
    <>
      <div className={styles.say}>
        <p>{text("review.warning")}</p>
        <p id={why} className={styles.second}>
          {bar.kind === "withheld" ? (
            <LeftToRead left={bar.left} onGoTo={onGoTo} />
          ) : (
            <Message
              id="review.all-read"
              values={{
                count: reading.length,
                digest: shortDigest(shown.digest),
                runtime: shown.runtime,
                mono: (chunks) => <span className={styles.mono}>{chunks}</span>,
              }}
            />
          )}
          {now.confirms ? ` ${text("review.passkey")}` : null}
        </p>
        <p role="status" className={styles.failed}>
          {"error" in bar ? <Failed error={bar.error} /> : null}
        </p>
      </div>
      <div className={styles.acts}>
        <Button busy={declining} onPress={onDecline}>
          {text(declining ? "review.declining" : "review.decline")}
        </Button>
        <Button
          kind={first === undefined ? "door" : "plain"}
          held={first !== undefined}
          busy={approving}
          describedBy={why}
          onPress={() => (first === undefined ? onApprove() : onGoTo(first))}
          {...(asked && { icon: "key" })}
        >
          {text(asked ? "review.passkey-asked" : approving ? "review.approving" : "review.approve")}
        </Button>
      </div>
    </>
  );
}

interface LeftToReadProps {
  readonly left: readonly Unread[];
  readonly onGoTo: (unread: Unread) => void;
}

function LeftToRead({ left, onGoTo }: LeftToReadProps): ReactNode {
  const [first] = left;
  if (first === undefined) return null;
  return (
    <Message
      id="review.left"
      values={{
        count: left.length,
        line: first.line,
        path: <VisibleText text={first.path} />,
        file: (chunks) => (
          <button type="button" className={styles.link} onClick={() => onGoTo(first)}>
            <bdi>{chunks}</bdi>
          </button>
        ),
      }}
    />
  );
}

/** Why the last press decided nothing. */
function Failed({ error }: { readonly error: unknown }): ReactNode {
  const text = useText();
  const { what, next } = useErrorText()(error);
  if (error instanceof PasskeyError && error.failure === "left") return text("review.passkey-left");
  if (isRefusal(error, "wrong_credentials")) return text("review.passkey-refused");
  if (isRefusal(error, "forbidden") && error.body.where === "credential")
    return text("review.passkey-needed");
  // A proposal that still waits can be in conflict for more than one reason: only the server knows which.
  return isRefusal(error, "conflict_state") ? error.body.message : [what, next].filter(Boolean).join(" ");
}
