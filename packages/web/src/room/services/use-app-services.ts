import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { AppServices, Notice } from "@anteroom/sandbox/host";
import type { App, Room } from "../../data/index.ts";
import { useText } from "../../messages/text.tsx";
import { tell } from "../../parts/index.ts";
import { spelledOut } from "../../review/visible-marks.ts";
import type { Asks } from "./asks.ts";
import { createLending } from "./lending.ts";

export interface AppLent {
  readonly services: AppServices;
  /** What the app asks of the person. */
  readonly asks: Asks;
  /** What the app used that does not do here what it does elsewhere, and was not read yet. */
  readonly notices: readonly Notice[];
  readonly onNoticesRead: () => void;
  /** The frame is gone: nothing of the app stays before the person. */
  readonly end: () => void;
}

export interface AppServicesOptions {
  readonly room: Room;
  readonly app: App;
  /** What its tab is called now. */
  readonly name: string;
}

/** What this page lends one run of an app. It keeps what it was started with; of a change only `room` is told. */
export function useAppServices({ room, app, name }: AppServicesOptions): AppLent {
  const { room_id } = room;
  const { instance_id, grants } = app;
  const cache = useQueryClient();
  const onNote = useNote({ instance_id, name });
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const [lending] = useState(() => {
    const { services, ...lent } = createLending({ place: { room_id, instance_id }, grants, cache, onNote });
    const onNotice = (notice: Notice): void => setNotices((before) => [...before, notice]);
    return { ...lent, services: { ...services, onNotice } };
  });
  const services = useMemo(
    () => ({ ...lending.services, room: { name: room.name, locale: navigator.language } }),
    [lending, room.name],
  );
  const onNoticesRead = useCallback(() => setNotices([]), []);
  return { services, asks: lending.asks, notices, onNoticesRead, end: lending.end };
}

/** Shows what an app says for some seconds, as its own words. The function stays the same. */
export function useNote(app: {
  readonly instance_id: string;
  readonly name: string;
}): (words: string) => void {
  const text = useText();
  const latest = useRef({ app, text });
  useEffect(() => {
    latest.current = { app, text };
  });
  return useCallback((words) => {
    const { app: now, text: say } = latest.current;
    tell({
      text: say("room.app-says", { name: spelledOut(now.name), words: spelledOut(words) }),
      from: now.instance_id,
    });
  }, []);
}
