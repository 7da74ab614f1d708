import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AppRoom } from "../testkit/app-room.ts";
import { ASKING_APP } from "../testkit/asking-app.ts";
import { labelApp } from "../testkit/samples.ts";

// What apps that are gone kept on a device is erased in the end, and nothing else is.

let room: AppRoom;

beforeAll(async () => {
  room = await AppRoom.open({ Desk: ASKING_APP, "Just removed": labelApp("still here") });
});
afterAll(async () => await room?.[Symbol.asyncDispose]());

const DAY_MS = 24 * 3600 * 1000;

/** Puts data on the device as if apps had kept it so many days ago: days by scope. */
async function keep(page: Page, scopes: Readonly<Record<string, number>>): Promise<void> {
  const rows = Object.entries(scopes).map(([scope, days]) => [scope, Date.now() - days * DAY_MS] as const);
  await page.evaluate(async (all) => {
    const opening = indexedDB.open("anteroom-app-data", 1);
    opening.addEventListener("upgradeneeded", () => {
      for (const name of ["values", "scopes"]) opening.result.createObjectStore(name);
    });
    await new Promise((resolve) => opening.addEventListener("success", resolve));
    const transaction = opening.result.transaction(["scopes"], "readwrite");
    for (const [scope, changedAt] of all) {
      transaction.objectStore("scopes").put({ keys: 0, bytes: 0, version: 1, changedAt }, scope);
    }
    await new Promise((resolve) => transaction.addEventListener("complete", resolve));
    opening.result.close();
  }, rows);
}

async function kept(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    const opening = indexedDB.open("anteroom-app-data", 1);
    await new Promise((resolve) => opening.addEventListener("success", resolve));
    const asking = opening.result.transaction(["scopes"]).objectStore("scopes").getAllKeys();
    await new Promise((resolve) => asking.addEventListener("success", resolve));
    opening.result.close();
    return asking.result.map(String);
  });
}

test("only what a person's own apps kept that are gone for 30 days", async () => {
  const { person_id: me } = room.place.owner;
  const [desk, removed] = [room.app("Desk"), room.app("Just removed")];
  await room.owner.do("remove_app", removed);
  const { room_id } = room.place;
  const stays = {
    [`${room_id}/${desk.instance_id}/${me}`]: 400,
    [`${room_id}/${removed.instance_id}/${me}`]: 31,
    [`${room_id}/app_gone/${room.member.person_id}`]: 400,
    [`${room_id}/app_gone_lately/${me}`]: 29,
  };
  const goes = { [`${room_id}/app_gone/${me}`]: 31, [`room_left/app_there/${me}`]: 31 };
  const page = await room.browserFor();
  await keep(page, { ...stays, ...goes });
  await page.clock.install();
  await room.openTab(page, "Desk", "nothing yet");
  await page.frameLocator("iframe").getByRole("button", { name: "Keys" }).click();
  await page.frameLocator("iframe").getByText("keys: []").waitFor();
  await page.clock.fastForward(60_000);
  await expect.poll(async () => await kept(page)).toEqual(Object.keys(stays).toSorted());
});
