import type { QueryClient } from "@tanstack/react-query";
import { forgetScopes } from "@anteroom/sandbox/host";
import { client, homeQuery, roomQuery } from "../../data/index.ts";
import { partsOf } from "./scope.ts";

/** As long as the server keeps what a removed app kept. */
const KEPT_MS = 30 * 24 * 3600 * 1000;
/** Pages of a Room's history that are looked through; a Room with more in 30 days keeps what it has. */
const PAGES = 10;
const PAGE = 100;

/**
 * Erases what apps kept on this device for the person who is signed in, if it has not changed for 30 days and the
 * app is gone for as long: from the Room that is open, or with a Room that the person is not in any more.
 */
export async function forgetGone(cache: QueryClient, roomId: string): Promise<void> {
  const before = Date.now() - KEPT_MS;
  const { person, workspaces } = await cache.ensureQueryData(homeQuery);
  const rooms = workspaces.flatMap(({ projects }) => projects).flatMap((project) => project.rooms);
  const known = new Set(rooms.map(({ room_id }) => room_id));
  const room = await cache.ensureQueryData(roomQuery(roomId));
  const standing = new Set(room.apps.map(({ instance_id }) => instance_id));
  const isGone = (scope: string): boolean => {
    const { room_id, instance_id, personId } = partsOf(scope);
    if (personId !== person.person_id) return false;
    return room_id === roomId ? !standing.has(instance_id) : !known.has(room_id);
  };
  const gone: string[] = [];
  // At first they are only looked at.
  const look = (scope: string): true => {
    if (isGone(scope)) gone.push(scope);
    return true;
  };
  await forgetScopes({ before, keeps: look });
  if (gone.length === 0) return;
  const lately = await removedSince(roomId, before);
  await forgetScopes({
    before,
    keeps: (scope) => !gone.includes(scope) || lately === undefined || lately.has(partsOf(scope).instance_id),
  });
}

/** The apps that were removed from a Room since a moment; undefined where too much happened to know it. */
async function removedSince(roomId: string, moment: number): Promise<ReadonlySet<string> | undefined> {
  const removed = new Set<string>();
  let before: number | undefined;
  for (let pages = 0; pages < PAGES; pages += 1) {
    const page = await client.call("list_room_history", {
      room_id: roomId,
      limit: PAGE,
      ...(before !== undefined && { before }),
    });
    for (const { type, instance_id } of page.entries) {
      if (type === "app.removed" && instance_id !== undefined) removed.add(instance_id);
    }
    const last = page.entries.at(-1);
    before = page.next_before;
    if (before === undefined || (last && Date.parse(last.at) < moment)) return removed;
  }
  return undefined;
}
