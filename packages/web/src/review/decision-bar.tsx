import { useEffect, useId, useRef, type ReactNode, type Ref, type RefObject } from "react";
import { isRefusal } from "@anteroom/client";
import type { Proposal } from "../data/index.ts";
import { PasskeyError } from "../data/passkeys.ts";
import { Message, useText } from "../messages/text.tsx";
import { ButtonLink, useErrorText } from "../parts/index.ts";
import type { BarState } from "./bar-state.ts";
import { BarActs, type BarDeeds } from "./bar-acts.tsx";
import { BarDecided, BarLetIn, BarNewer, BarStale, BarTheirs } from "./bar-outcome.tsx";
import { type Draft, savedDrafts } from "./comments/drafts.ts";
import styles from "./decision-bar.module.css";
import { shortDigest } from "./digest.ts";
import { filesSeen, type Reading, type Unread } from "./reading.ts";
import { Sill } from "./sill.tsx";
import { TextLink } from "./text-link.tsx";
import { VisibleText } from "./visible-text.tsx";

export interface DecisionBarProps extends BarDeeds {
  readonly bar: BarState;
  /** The proposal as this page shows it, and as the server last told it. */
  readonly shown: Proposal;
  readonly now: Proposal;
  readonly reading: Reading;
  /** Comments that were not sent. */
  readonly drafts: readonly Draft[];
  /** Where the next proposal that waits is, if one does. */
  readonly next?: string | undefined;
  readonly onShowNow: () => void;
  readonly ref?: Ref<HTMLElement>;
}

/** The sill of the review: what was read, what an approval does and binds to, and the decisions. */
export function DecisionBar(props: DecisionBarProps): ReactNode {
  const { bar, reading } = props;
  const text = useText();
  const open =
    bar.kind === "withheld" || bar.kind === "ready" || bar.kind === "damaged" || bar.kind === "sending";
  const measured =
    (open && reading.length > 0) || bar.kind === "stale" || (bar.kind === "newer" && bar.whileOpen);
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

/** What replaces the decisions. It is announced, since it comes by itself. */
function BarOutcome({ bar, shown, now, drafts, next, onShowNow }: DecisionBarProps): ReactNode {
  const text = useText();
  const further =
    next === undefined ? null : <ButtonLink href={next}>{text("review.next-proposal")}</ButtonLink>;
  switch (bar.kind) {
    case "let-in":
      return <BarLetIn {...bar} proposal={shown} further={further} />;
    case "newer":
      return <BarNewer {...bar} proposal={now} hasDrafts={drafts.length > 0} />;
    case "decided":
      return <BarDecided proposal={now} here={bar.here} drafts={drafts} further={further} />;
    case "theirs":
      return <BarTheirs />;
    case "stale":
      return <BarStale what={bar.what} shown={shown} now={now} onShowNow={onShowNow} />;
    default:
      return null;
  }
}

function BarOpen(props: DecisionBarProps): ReactNode {
  const { bar, shown } = props;
  const text = useText();
  const why = useId();
  return (
    <>
      <div className={styles.say}>
        {shown.damaged ? null : <p>{text("review.warning")}</p>}
        <p id={why} className={styles.second}>
          {shown.damaged ? text("review.damaged") : <Why {...props} />}
        </p>
        <p role="status" className={styles.failed}>
          {"error" in bar ? <Failed error={bar.error} /> : null}
        </p>
      </div>
      <BarActs
        {...props}
        isUpdate={shown.updates !== undefined}
        isDamaged={shown.damaged === true}
        drafts={savedDrafts(props.drafts).length}
        describedBy={why}
      />
    </>
  );
}

/** Why an approval is withheld, or what it binds to; and what it does not do. */
function Why({ bar, shown, now, reading, drafts, onGoTo }: DecisionBarProps): ReactNode {
  const text = useText();
  const count = savedDrafts(drafts).length;
  return (
    <>
      {bar.kind === "withheld" ? (
        <LeftToRead left={bar.left} onGoTo={onGoTo} />
      ) : (
        <Message
          id="review.all-read"
          values={{
            count: reading.length,
            marked: filesSeen(reading).filter(({ how }) => how === "marked").length,
            digest: shortDigest(shown.digest),
            runtime: shown.runtime,
            mono: (chunks) => <span className={styles.mono}>{chunks}</span>,
          }}
        />
      )}
      {now.confirms ? ` ${text("review.passkey")}` : null}
      {count > 0 ? ` ${text("review.drafts-stay", { count })}` : null}
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
          <TextLink onPress={() => onGoTo(first)}>
            <bdi>{chunks}</bdi>
          </TextLink>
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
  if (isRefusal(error, "forbidden") && error.body.where === "proposal_id") return text("review.own-approval");
  // A proposal that still waits can be in conflict for more than one reason: only the server knows which.
  return isRefusal(error, "conflict_state") ? error.body.message : [what, next].filter(Boolean).join(" ");
}
