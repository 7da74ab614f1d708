import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { launchBrowser } from "../testkit/browser.ts";
import { signInOn } from "../testkit/pages.ts";
import { Person } from "../testkit/person.ts";
import { labelApp } from "../testkit/samples.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// A Room in which not everything is well.

let server: TestServer;
let browser: Browser;
let page: Page;
let agent: Agent;
let owner: Person;
let room_id: string;

beforeAll(async () => {
  server = await TestServer.launch();
  browser = await launchBrowser();
  agent = new Agent(server.origin, await adminToken(server));
  owner = await Person.signIn(server.origin);
  room_id = await agent.roomId();
  page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await signInOn(page, server.origin);
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

/** An approved app; its digest, and the path of its tab. */
async function letIn(name: string, files: Record<string, string>) {
  const call = { room_id, name, files, idempotency_key: `room test ${name}` };
  const { proposal_id, digest } = await agent.ask<Proposed>("propose_room_snippet_app", call);
  const { instance_id } = await owner.approve(proposal_id);
  return { digest, path: `/rooms/${room_id}?app=${instance_id}` };
}

test("a failing app's own words stand apart, and push nothing away", async () => {
  const { path } = await letIn("Phisher", {
    "src/App.tsx": `throw Object.assign(new Error("Enter your password." + "\\n".repeat(500)), { name: "Signed out" });
export default () => null;`,
  });
  await page.goto(server.origin + path);
  const failure = page.getByRole("alert");
  await failure.getByRole("heading", { name: "Phisher could not start" }).waitFor();
  const words = failure.getByRole("region", { name: "The app says:" });
  expect(await words.innerText()).toContain("Signed out: Enter your password.");
  expect((await words.boundingBox())!.height).toBeLessThan(200);
  await failure.getByText("line 1, column").waitFor();
  await failure.getByRole("button", { name: "Reload the app" }).waitFor();
});

test("the tab that an address opens is in view, however many stand before it", async () => {
  for (let n = 0; n < 6; n += 1) await letIn(`Stand-up timer ${n}`, labelApp(`timer ${n}`));
  const { path } = await letIn("The last one", labelApp("here"));
  await page.goto(server.origin + path);
  await page.frameLocator("iframe").getByText("here").waitFor();
  const tab = page.getByRole("tab", { name: "The last one", selected: true });
  const { x, width } = (await tab.boundingBox())!;
  expect(x).toBeGreaterThanOrEqual(0);
  const menu = page.getByRole("button", { name: "Menu of The last one" });
  expect(x + width).toBeLessThanOrEqual((await menu.boundingBox())!.x + 1);
});

test("the name that stays over the menu's button takes no click from what lies below", async () => {
  const { path } = await letIn("Covered", labelApp("covered"));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(server.origin + path);
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
  const { digest, path } = await letIn("Changed", labelApp("as approved"));
  await server.stop();
  const database = new DatabaseSync(join(server.data, "anteroom.sqlite"));
  const files = JSON.stringify(labelApp("something else"));
  database.prepare("UPDATE sources SET files = ? WHERE digest = ?").run(files, digest);
  database.close();
  server = await server.restart();
  await page.goto(server.origin + path);
  await page.getByRole("alert").getByText("is not what was approved, so it does not run").waitFor();
  expect(await page.locator("iframe").count()).toBe(0);
  expect(await page.getByText("something else").count()).toBe(0);
});
