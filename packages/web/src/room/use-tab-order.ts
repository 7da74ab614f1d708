import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { client, keys, type Room, type RoomApp } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { tell } from "../parts/index.ts";
import { spelledOut } from "../review/visible-marks.ts";
import { moved, moveTo, placeOf, shownOrder, type Move } from "./order.ts";
import { usePins } from "./use-pins.ts";

/** The order of a Room's tabs, as this person sees it and may change it. */
export interface TabOrder {
  /** As they are shown: pinned ones first. */
  readonly apps: readonly RoomApp[];
  readonly isPinned: (instanceId: string) => boolean;
  readonly togglePin: (instanceId: string) => void;
  /** Where a tab stands among those that it is shown with, pinned ones or others, from 0. */
  readonly placeOf: (instanceId: string) => { readonly at: number; readonly of: number };
  /** Brings a tab to such a place, for every member; undefined for who may not. */
  readonly moveTo: ((instanceId: string, at: number) => void) | undefined;
  /** The last move in words, for those who only hear the page. */
  readonly said: string;
}

/** A move is shown at once, and taken back if the server refuses it. */
export function useTabOrder(room: Room, personId: string): TabOrder {
  const text = useText();
  const [said, setSaid] = useState("");
  const { pins, toggle } = usePins(personId, room.room_id);
  const { send, pending } = useMoves(room.room_id, () => {
    setSaid(text("room.move-failed"));
    tell({ text: text("room.move-failed") });
  });
  const apps = pending.reduce<readonly RoomApp[]>(moved, room.apps);

  function move(id: string, at: number): void {
    const wanted = moveTo(apps, pins, { id, at });
    if (!wanted) return;
    send(wanted);
    const app = apps.find(({ instance_id }) => instance_id === id);
    const place = placeOf(moved(apps, wanted), pins, id);
    setSaid(text("room.moved", { name: spelledOut(app?.name ?? ""), place: place.at + 1, of: place.of }));
  }
  return {
    apps: shownOrder(apps, pins),
    isPinned: (id) => pins.has(id),
    togglePin: toggle,
    placeOf: (id) => placeOf(apps, pins, id),
    moveTo: room.owner.you ? move : undefined,
    said,
  };
}

interface Moves {
  readonly send: (move: Move) => void;
  /** Those that the Room as it is known does not show yet, in their order. */
  readonly pending: readonly Move[];
}

/** Sends moves one after the other; each is pending until the Room was read again. */
function useMoves(roomId: string, onFailed: () => void): Moves {
  const cache = useQueryClient();
  const mutationKey = ["move", roomId];
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join(" ") },
    mutationFn: (move: Move) => client.call("move_app", { room_id: roomId, ...move }),
    onError: onFailed,
    onSettled: () => cache.invalidateQueries({ queryKey: keys.room(roomId) }),
  });
  const pending = useMutationState({
    filters: { mutationKey, status: "pending" },
    select: ({ state }) => state.variables as Move,
  });
  return { send: mutate, pending };
}
