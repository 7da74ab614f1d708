import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import type { ApprovalRow } from "../data/index.ts";
import { useText, type Translate } from "../messages/text.tsx";
import { proposalHref } from "../review/places.ts";
import { spelledOut } from "../review/visible-marks.ts";
import { watchQueue, type NoticeWatch } from "./notice-watch.ts";
import { notices, showNotice } from "./notices.ts";

/** So many are named in one notification. */
const NAMED = 3;

/**
 * Tells what comes to wait while nobody sees the page, for who switched that on. One notification holds them all;
 * it names app and Room, and leads to the card. `waiting` is undefined while it is loading.
 */
export function useNotices(waiting: readonly ApprovalRow[] | undefined): void {
  const text = useText();
  const [, navigate] = useLocation();
  const watch = useRef<NoticeWatch>(undefined);
  const shown = useRef<{ close(): void }>(undefined);

  useEffect(() => {
    if (!waiting) return;
    const next = watchQueue(
      watch.current,
      waiting.map((row) => row.proposal_id),
      document.visibilityState === "hidden",
    );
    watch.current = next;
    const fresh = waiting.filter((row) => next.fresh.includes(row.proposal_id));
    const [first, another] = fresh;
    if (!first) {
      shown.current?.close();
      shown.current = undefined;
    } else if (next.tells && notices.areOn()) {
      shown.current = showNotice({
        title: text("app.need-approval", { count: fresh.length }),
        body: bodyOf(text, fresh),
        onOpen: () => navigate(another ? "/connected" : proposalHref(first.proposal_id)),
      });
    }
  }, [waiting, text, navigate]);

  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === "hidden" || !watch.current) return;
      watch.current = { ...watch.current, fresh: [] };
      shown.current?.close();
      shown.current = undefined;
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
}

function bodyOf(text: Translate, rows: readonly ApprovalRow[]): string {
  const lines = rows
    .slice(0, NAMED)
    .map((row) => text("queue.name-in", { name: spelledOut(row.name), room: spelledOut(row.room.name) }));
  const more = rows.length - lines.length;
  return [...lines, ...(more > 0 ? [text("notify.more", { count: more })] : [])].join("\n");
}
