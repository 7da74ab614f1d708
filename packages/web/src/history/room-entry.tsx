import type { ReactNode } from "react";
import { Link } from "wouter";
import type { RoomEntry } from "../data/apps.ts";
import type { Room } from "../data/index.ts";
import { Message, useText } from "../messages/text.tsx";
import { Button, DoorGlyph, Icon, Tag, Time } from "../parts/index.ts";
import { shortDigest } from "../review/digest.ts";
import { appHistoryHref, proposalHref } from "../review/places.ts";
import { spelledOut } from "../review/visible-marks.ts";
import { VisibleName, VisibleText } from "../review/visible-text.tsx";
import { entryLook, tellsOfApp, type EntryLook } from "./entry-words.ts";
import styles from "./history.module.css";

export interface RoomEntryRowProps {
  readonly room: Room;
  readonly entry: RoomEntry;
  readonly onReceipt: (of: { instance_id: string; revision: number }) => void;
}

/** One thing that happened in a Room: who, what, when, and what proves it. */
export function RoomEntryRow({ room, entry, onReceipt }: RoomEntryRowProps): ReactNode {
  const text = useText();
  const { instance_id, revision, digest } = entry;
  const look = entryLook(entry.type);
  const receipt =
    entry.receipt && instance_id !== undefined && revision !== undefined
      ? { instance_id, revision }
      : undefined;
  return (
    <li className={styles.entry}>
      {look ? <Drawing of={look.drawing} /> : <Icon name="history" />}
      <div className={styles.what}>
        <p>
          <Words room={room} entry={entry} look={look} />
        </p>
        {entry.reason === undefined ? null : (
          <p className={styles.reason}>
            <Message id="review.reason" values={{ reason: <VisibleText text={entry.reason} /> }} />
          </p>
        )}
      </div>
      <div className={styles.proof}>
        {digest === undefined ? null : <span className={styles.digest}>{shortDigest(digest)}</span>}
        {receipt ? (
          <Button
            kind="quiet"
            size="small"
            icon="receipt"
            label={text("history.receipt-name", { name: spelledOut(entry.name), revision: receipt.revision })}
            onPress={() => onReceipt(receipt)}
          >
            {text("room.receipt")}
          </Button>
        ) : null}
        <Time at={entry.at} look="moment" className={styles.fine} />
      </div>
    </li>
  );
}

function Drawing({ of }: { readonly of: EntryLook["drawing"] }): ReactNode {
  return "door" in of ? <DoorGlyph state={of.door} label="" /> : <Icon name={of.icon} />;
}

interface WordsProps {
  readonly room: Room;
  readonly entry: RoomEntry;
  readonly look: EntryLook | undefined;
}

function Words({ room, entry, look }: WordsProps): ReactNode {
  const text = useText();
  const { actor, type } = entry;
  const who = (
    <>
      <VisibleName text={actor.name} />
      {actor.kind === "agent" ? (
        <>
          {" "}
          <Tag kind="outside">{text("history.agent")}</Tag>
        </>
      ) : null}
    </>
  );
  const href = addressOf(room, entry);
  const name = <VisibleName text={entry.name} />;
  const values = {
    actor: who,
    name: href === undefined ? <b>{name}</b> : <Link href={href}>{name}</Link>,
    revision: entry.revision ?? 0,
    old: <VisibleName text={entry.old_name ?? ""} />,
  };
  // A newer server tells of kinds that this page has no words for.
  return look ? (
    <Message id={look.words} values={values} />
  ) : (
    <Message id="history.other" values={{ ...values, type }} />
  );
}

/** Where more is told of it: an app's versions, which of a removed one only the owner sees, or a proposal's card. */
function addressOf(room: Room, { type, instance_id, proposal_id }: RoomEntry): string | undefined {
  if (!tellsOfApp(type)) return proposal_id === undefined ? undefined : proposalHref(proposal_id);
  const seen = room.owner.you || room.apps.some((app) => app.instance_id === instance_id);
  return seen && instance_id !== undefined ? appHistoryHref(room.room_id, instance_id) : undefined;
}
