import { useId, useRef, useState, type ReactNode, type Ref, type RefObject } from "react";
import { flushSync } from "react-dom";
import { useShortcuts } from "../app/shortcuts.tsx";
import { useNeedsApproval, type ApprovalRow, type Approvals } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Button, Count, Empty, Failure, Skeleton, VisuallyHidden } from "../parts/index.ts";
import styles from "./connected.module.css";
import { DeclineSeveralDialog } from "./decline-several-dialog.tsx";
import { NotifySwitch } from "./notify-switch.tsx";
import { filterRows, NO_FILTER, showsFilter } from "./queue-filter.ts";
import { QueueFilterBar } from "./queue-filter-bar.tsx";
import { Decided, Yours } from "./queue-past.tsx";
import { NOTHING_CHOSEN, pressed, pressedAll, type Selection } from "./queue-selection.ts";
import { Queue } from "./queue.tsx";
import { useQueueFilter } from "./use-queue-filter.ts";

/** What waits for this person over all Rooms, what was decided lately, and what waits for others. */
export function NeedsApproval(): ReactNode {
  const { data, error, refetch, isFetching } = useNeedsApproval();
  if (data) return <Lists approvals={data} />;
  return (
    <Section waiting={0}>
      {error ? <Failure error={error} onRetry={() => void refetch()} retrying={isFetching} /> : <Skeleton />}
    </Section>
  );
}

interface SectionProps {
  readonly waiting: number;
  readonly children: ReactNode;
  /** At the end of the heading's row. */
  readonly act?: ReactNode;
  readonly heading?: Ref<HTMLHeadingElement>;
}

function Section({ waiting, children, act, heading }: SectionProps): ReactNode {
  const text = useText();
  return (
    <section aria-labelledby="approvals">
      <div className={styles.head}>
        <h2 id="approvals" tabIndex={-1} ref={heading}>
          {text("queue.title")}
        </h2>
        <Count value={waiting} kind="lamp" label={text("app.need-approval", { count: waiting })} />
        {act ? <span className={styles.act}>{act}</span> : null}
      </div>
      {children}
    </section>
  );
}

function Lists({ approvals }: { readonly approvals: Approvals }): ReactNode {
  const text = useText();
  const { waiting, decided, yours } = approvals;
  const [choosing, setChoosing] = useState<Selection | undefined>();
  const heading = useRef<HTMLHeadingElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  function end(next: RefObject<HTMLElement | null>): void {
    // What had the focus goes with the checkboxes; a dialog must be gone before the focus can leave it.
    flushSync(() => setChoosing(undefined));
    next.current?.focus();
  }
  return (
    <>
      <Section
        waiting={waiting.length}
        heading={heading}
        act={
          waiting.length > 1 || choosing ? (
            <Button
              kind="quiet"
              size="small"
              ref={toggle}
              onPress={() => setChoosing(choosing ? undefined : NOTHING_CHOSEN)}
            >
              {text(choosing ? "queue.choose-end" : "queue.choose")}
            </Button>
          ) : null
        }
      >
        <Waiting
          rows={waiting}
          choosing={choosing}
          onChoose={setChoosing}
          onEnd={() => end(toggle)}
          // Of what is left there may be too little to choose from.
          onDeclined={() => end(heading)}
        />
        {decided.length > 0 ? (
          <>
            <h3>
              <VisuallyHidden>{text("queue.decided")}</VisuallyHidden>
            </h3>
            <Decided rows={decided} />
          </>
        ) : null}
        <div className={styles.notify}>
          <NotifySwitch />
        </div>
      </Section>
      {yours.length > 0 ? (
        <section aria-labelledby="yours">
          <div className={styles.head}>
            <h2 id="yours">{text("queue.yours")}</h2>
            <span className={styles.hint}>{text("queue.yours-hint")}</span>
          </div>
          <Yours rows={yours} />
        </section>
      ) : null}
    </>
  );
}

interface WaitingProps {
  readonly rows: readonly ApprovalRow[];
  /** What is chosen, while rows are being chosen. */
  readonly choosing: Selection | undefined;
  readonly onChoose: (selection: Selection) => void;
  readonly onEnd: () => void;
  readonly onDeclined: () => void;
}

/** The queue, with its filter, or the rows of it that are chosen to be declined together. */
function Waiting({ rows, choosing, onChoose, onEnd, onDeclined }: WaitingProps): ReactNode {
  const text = useText();
  const [filter, setFilter] = useQueueFilter();
  const shown = filterRows(rows, filter);
  // As they were chosen: the dialog tells of them when they are gone from the queue.
  const [asked, setAsked] = useState<readonly ApprovalRow[] | undefined>();
  return (
    <>
      {showsFilter(rows, filter) ? (
        <QueueFilterBar rows={rows} filter={filter} left={shown.length} onChange={setFilter} />
      ) : null}
      {rows.length === 0 ? (
        <div className={styles.empty}>
          <Empty title={text("queue.empty")}>{text("queue.empty-words")}</Empty>
        </div>
      ) : shown.length === 0 ? (
        <div className={styles.empty}>
          <Empty
            title={text("queue.none-left")}
            action={<Button onPress={() => setFilter(NO_FILTER)}>{text("queue.clear")}</Button>}
          />
        </div>
      ) : choosing ? (
        <Choosing rows={shown} selection={choosing} {...{ onChoose, onEnd }} onDecline={setAsked} />
      ) : (
        <Queue rows={shown} />
      )}
      {asked ? (
        <DeclineSeveralDialog
          rows={asked}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            setAsked(undefined);
            onDeclined();
          }}
        />
      ) : null}
    </>
  );
}

interface ChoosingProps extends Pick<WaitingProps, "rows" | "onChoose" | "onEnd"> {
  readonly selection: Selection;
  readonly onDecline: (rows: readonly ApprovalRow[]) => void;
}

/** The queue while rows are chosen to be declined together. There is no such thing for approving. */
function Choosing({ rows, selection, onChoose, onEnd, onDecline }: ChoosingProps): ReactNode {
  const text = useText();
  const said = useId();
  // What was chosen and is decided by now, or filtered away, is chosen no more.
  const chosen = rows.filter((row) => selection.chosen.has(row.proposal_id));
  const order = rows.map((row) => row.proposal_id);
  const count = chosen.length;
  useShortcuts([{ keys: "escape", label: text("queue.key-end"), run: onEnd }]);
  return (
    <>
      <Queue
        rows={rows}
        choosing={{
          chosen: new Set(chosen.map((row) => row.proposal_id)),
          onPress: (id, range) => onChoose(pressed(selection, { id, range, order })),
        }}
      />
      <div className={styles.choosing}>
        <p id={said} role="status">
          {text("queue.chosen", { count, all: rows.length })}
        </p>
        <Button kind="quiet" onPress={() => onChoose(pressedAll(selection, order))}>
          {text(count === rows.length ? "queue.choose-none" : "queue.choose-all")}
        </Button>
        <Button
          kind="stop"
          held={count === 0}
          describedBy={said}
          onPress={() => {
            if (count > 0) onDecline(chosen);
          }}
        >
          {text("queue.decline-several", { count })}
        </Button>
      </div>
    </>
  );
}
