import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { Room, RoomApp } from "../data/index.ts";
import { appHref } from "../review/places.ts";
import type { Start } from "./app-stage.tsx";
import { rememberTabs, tabBar, withOpened, withStarted, type TabBar, type TabMemory } from "./tabs.ts";
import { useTabOrder, type TabOrder } from "./use-tab-order.ts";

const FIRST: Start = { times: 0, asked: false };

export interface RoomTabs {
  readonly order: TabOrder;
  readonly bar: TabBar<RoomApp>;
  readonly memory: TabMemory<RoomApp>;
  readonly startOf: (instanceId: string) => Start;
  readonly open: (instanceId: string) => void;
  readonly reload: (app: RoomApp) => void;
  /** Starts every other open app anew, since all frames share one process with one that is stuck. */
  readonly startOthers: (instanceId: string) => void;
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
  const [starts, setStarts] = useState<Readonly<Record<string, Start>>>({});

  function startAnew(instanceIds: readonly string[], asked: boolean): void {
    setStarts((all) => {
      const again = instanceIds.map((id) => [id, { times: (all[id]?.times ?? 0) + 1, asked }] as const);
      return { ...all, ...Object.fromEntries(again) };
    });
  }
  return {
    order,
    bar,
    memory,
    startOf: (id) => starts[id] ?? FIRST,
    open: (id) => navigate(appHref(room.room_id, id), { replace: true }),
    reload(app) {
      setMemory(withStarted(memory, app));
      startAnew([app.instance_id], true);
    },
    startOthers: (id) =>
      startAnew(
        memory.opened.map((tab) => tab.instance_id).filter((other) => other !== id),
        false,
      ),
  };
}
