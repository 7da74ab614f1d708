import { useCallback, useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { Room, RoomApp } from "../data/index.ts";
import { appHref } from "../review/places.ts";
import type { OnRunning, Running } from "./running.ts";
import { rememberTabs, tabBar, withOpened, withStarted, type TabBar, type TabMemory } from "./tabs.ts";
import { useTabOrder, type TabOrder } from "./use-tab-order.ts";

export interface RoomTabs {
  readonly order: TabOrder;
  readonly bar: TabBar<RoomApp>;
  readonly memory: TabMemory<RoomApp>;
  /** How often the person has started an app anew. */
  readonly startsOf: (instanceId: string) => number;
  readonly open: (instanceId: string) => void;
  readonly reload: (app: RoomApp) => void;
  /** An app whose tab was opened and does not sleep. */
  readonly runningOf: (instanceId: string) => Running | undefined;
  readonly onRunning: OnRunning;
}

/** The tabs of a Room: their order, the one that the address opens, and what runs behind them. */
export function useRoomTabs(room: Room, personId: string): RoomTabs {
  const [, navigate] = useLocation();
  const wanted = new URLSearchParams(useSearch()).get("app") ?? undefined;
  const order = useTabOrder(room, personId);
  const [before, setMemory] = useState(() => rememberTabs(order.apps));
  const bar = tabBar(order.apps, before, wanted);
  const memory = withOpened(before, bar);
  if (memory !== before) setMemory(memory);
  const [starts, setStarts] = useState<Readonly<Record<string, number>>>({});
  const [running, setRunning] = useState<Readonly<Record<string, Running | undefined>>>({});
  const onRunning = useCallback<OnRunning>((id, how) => setRunning((all) => ({ ...all, [id]: how })), []);
  return {
    order,
    bar,
    memory,
    startsOf: (id) => starts[id] ?? 0,
    open: (id) => navigate(appHref(room.room_id, id), { replace: true }),
    reload(app) {
      setMemory(withStarted(memory, app));
      setStarts((all) => ({ ...all, [app.instance_id]: (all[app.instance_id] ?? 0) + 1 }));
    },
    runningOf: (id) => running[id],
    onRunning,
  };
}
