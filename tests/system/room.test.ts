import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OwnerRoom } from "../testkit/owner-room.ts";
import { labelApp } from "../testkit/samples.ts";

// A Room in which not everything is well.

let room: OwnerRoom;
let page: Page;

beforeAll(async () => {
  room = await OwnerRoom.open({ page: { viewport: { width: 390, height: 844 } } });
  ({ page } = room);
});
afterAll(async () => await room?.[Symbol.asyncDispose]());

test("a failing app's own words stand apart, and push nothing away", async () => {
  const { address } = await room.letIn("Phisher", {
    "src/App.tsx": `throw Object.assign(new Error("Enter your password." + "\\n".repeat(500)), { name: "Signed out" });
export default () => null;`,
  });
  await page.goto(address);
  const failure = page.getByRole("alert");
  await failure.getByRole("heading", { name: "Phisher could not start" }).waitFor();
  const words = failure.getByRole("region", { name: "The app says:" });
  expect(await words.innerText()).toContain("Signed out: Enter your password.");
  expect((await words.boundingBox())!.height).toBeLessThan(200);
  await failure.getByText("line 1, column").waitFor();
  await failure.getByRole("button", { name: "Reload the app" }).waitFor();
});

test("the tab that an address opens is in view, however many stand before it", async () => {
  for (let n = 0; n < 6; n += 1) await room.letIn(`Stand-up timer ${n}`, labelApp(`timer ${n}`));
  const { address } = await room.letIn("The last one", labelApp("here"));
  await page.goto(address);
  await page.frameLocator("iframe").getByText("here").waitFor();
  const tab = page.getByRole("tab", { name: "The last one", selected: true });
  const { x, width } = (await tab.boundingBox())!;
  expect(x).toBeGreaterThanOrEqual(0);
  const menu = page.getByRole("button", { name: "Menu of The last one" });
  expect(x + width).toBeLessThanOrEqual((await menu.boundingBox())!.x + 1);
});

test("the name that stays over the menu's button takes no click from what lies below", async () => {
  const { address } = await room.letIn("Covered", labelApp("covered"));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(address);
  await page.getByRole("button", { name: "Menu of Covered" }).click();
  await page.getByRole("menu").waitFor();
  await page.keyboard.press("Escape");
  const name = (await page.getByRole("tooltip").boundingBox())!;
  const members = (await page.getByRole("button", { name: /member/ }).boundingBox())!;
  const x = Math.max(name.x, members.x) + 5;
  expect(name.y).toBeLessThan(members.y + members.height);
  await page.mouse.click(x, Math.max(name.y, members.y) + 5);
  await page.getByRole("dialog").getByText("owner@example.test").waitFor();
});

test("code that is not what was approved does not run, and the tab says so (app-4)", async () => {
  const { digest, address } = await room.letIn("Changed", labelApp("as approved"));
  await room.restart(() => {
    const database = new DatabaseSync(join(room.server.data, "anteroom.sqlite"));
    const files = JSON.stringify(labelApp("something else"));
    database.prepare("UPDATE sources SET files = ? WHERE digest = ?").run(files, digest);
    database.close();
  });
  await page.goto(address);
  await page.getByRole("alert").getByText("is not what was approved, so it does not run").waitFor();
  expect(await page.locator("iframe").count()).toBe(0);
  expect(await page.getByText("something else").count()).toBe(0);
});
