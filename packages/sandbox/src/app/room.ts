import { useSyncExternalStore } from "react";
import { ask } from "../guest/calls.ts";
import type { room as Room, RoomState } from "./anteroom-app.d.ts";
import { Listeners } from "./listeners.ts";

const listeners = new Listeners<[RoomState]>();
let state: RoomState = { name: "", theme: "light", locale: "en" };

/** Takes what the page tells of the Room. */
export function showRoom(changed: Partial<RoomState>): void {
  state = { ...state, ...changed };
  listeners.tell(state);
}

const subscribe = (listener: (room: RoomState) => void): (() => void) => listeners.add(listener);

export const room: typeof Room = {
  get name() {
    return state.name;
  },
  get theme() {
    return state.theme;
  },
  get locale() {
    return state.locale;
  },
  members: async () => [...(await ask({ call: "members" })).names],
  subscribe,
};

export function useRoom(): RoomState {
  return useSyncExternalStore(subscribe, () => state);
}
