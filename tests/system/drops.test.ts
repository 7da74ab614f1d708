import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AppRoom } from "../testkit/app-room.ts";

// What is dropped on the page from elsewhere.

const CALM = { "src/App.tsx": `export default function App() { return <p>calm</p>; }` };
const WORDS = { mimeType: "text/plain", data: "words" };
const LINK = { mimeType: "text/uri-list", data: "https://elsewhere.example.test/" };
const FIELDS = `<textarea></textarea><input><input type="date"><input type="range">
  <input readonly><input type="file">`;

let room: AppRoom;
beforeAll(async () => {
  room = await AppRoom.open({ Calm: CALM });
});
afterAll(async () => await room?.[Symbol.asyncDispose]());

/** Drops things on each element, as a hand does that brings them from elsewhere; says which pages are open then. */
async function drop(page: Page, items: readonly (typeof WORDS)[], on: Locator): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [...items], dragOperationsMask: 1 };
  for (const place of await on.all()) {
    const { x, y } = (await place.boundingBox())!;
    for (const type of ["dragEnter", "dragOver", "drop"] as const) {
      await session.send("Input.dispatchDragEvent", { type, x: x + 8, y: y + 8, data });
    }
  }
  // A page that a drop opened comes before one that is opened afterwards.
  await (await page.context().newPage()).close();
  const pages = page.context().pages();
  return pages.map((one) => one.url());
}

test("what is dropped on the page opens nothing, and words go into a field for words (app-3)", async () => {
  const page = await room.browserFor();
  await room.openTab(page, "Calm", "calm");
  const address = page.url();
  await page.evaluate((fields) => {
    const place = document.createElement("fieldset");
    place.innerHTML = fields;
    document.querySelector("header")!.append(place);
  }, FIELDS);
  const fields = page.locator("fieldset > *");
  const places = page.locator("fieldset > *, [role=tab], footer");
  expect(await drop(page, [LINK], places)).toEqual([address]);
  expect(await drop(page, [LINK, WORDS], places)).toEqual([address]);
  const values = await fields.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  expect(values).toEqual(["words", "words", "", "50", "", ""]);
});
