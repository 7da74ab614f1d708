import type { ReactNode } from "react";
import type { ApprovalRow } from "../data/index.ts";
import { useText, type MessageKey } from "../messages/text.tsx";
import { Button, Checkbox, Select, TextField } from "../parts/index.ts";
import { spelledOut } from "../review/visible-marks.ts";
import { isFiltering, NO_FILTER, type QueueFilter } from "./queue-filter.ts";
import { QUEUE_KINDS, type QueueKind } from "./queue-kind.ts";
import styles from "./queue-filter-bar.module.css";

const KINDS: Readonly<Record<QueueKind, MessageKey>> = {
  new: "queue.kind-new",
  update: "queue.kind-update",
  answers: "queue.kind-answers",
};

export interface QueueFilterBarProps {
  readonly rows: readonly ApprovalRow[];
  readonly filter: QueueFilter;
  /** How many rows it leaves. */
  readonly left: number;
  readonly onChange: (filter: QueueFilter) => void;
}

/** Narrows a long queue: by words, Room, kind, and whether there are findings. */
export function QueueFilterBar({ rows, filter, left, onChange }: QueueFilterBarProps): ReactNode {
  const text = useText();
  const filters = isFiltering(filter);
  const rooms = new Map(rows.map(({ room }) => [room.room_id, spelledOut(room.name)]));
  // An address may name a Room in which nothing waits any more.
  if (filter.room !== "" && !rooms.has(filter.room)) rooms.set(filter.room, text("queue.quiet-room"));
  return (
    <search className={styles.bar} aria-label={text("queue.filter")}>
      <TextField
        label={text("queue.filter-text")}
        value={filter.text}
        onChange={(words) => onChange({ ...filter, text: words })}
      />
      <Select
        label={text("queue.filter-room")}
        value={filter.room}
        onChange={(room) => onChange({ ...filter, room })}
        options={[
          { value: "", label: text("queue.all-rooms") },
          ...Array.from(rooms, ([value, label]) => ({ value, label })),
        ]}
      />
      <Select
        label={text("queue.filter-kind")}
        value={filter.kind}
        onChange={(value) => onChange({ ...filter, kind: QUEUE_KINDS.find((kind) => kind === value) ?? "" })}
        options={[
          { value: "", label: text("queue.all-kinds") },
          ...QUEUE_KINDS.map((value) => ({ value, label: text(KINDS[value]) })),
        ]}
      />
      <Checkbox checked={filter.findings} onChange={(findings) => onChange({ ...filter, findings })}>
        {text("queue.with-findings")}
      </Checkbox>
      <div className={styles.left}>
        <p role="status">{filters ? text("queue.left", { left, all: rows.length }) : null}</p>
        {filters ? (
          <Button kind="quiet" label={text("queue.clear")} onPress={() => onChange(NO_FILTER)}>
            {text("queue.clear-short")}
          </Button>
        ) : null}
      </div>
    </search>
  );
}
