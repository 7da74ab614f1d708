import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { launchBrowser } from "../testkit/browser.ts";
import { signInOn } from "../testkit/pages.ts";
import { Person } from "../testkit/person.ts";
import { labelApp } from "../testkit/samples.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// How much JavaScript of its own the Room page loads before its first tab is there. An app's runtime is none of it.

const MOST_BYTES = 150_000;

let server: TestServer;
let browser: Browser;
let room_id: string;
let agent: Agent;

beforeAll(async () => {
  server = await TestServer.launch();
  browser = await launchBrowser();
  agent = new Agent(server.origin, await adminToken(server));
  room_id = await agent.roomId();
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

/** Below this the server sends a file as it is. */
const SMALL_BYTES = 1024;

/** Bytes of a script as the server sends it to who takes gzip; it compresses what it serves while it starts. */
async function bytesOf(url: string): Promise<number> {
  let bytes = 0;
  const asSent = async () => {
    const { headers } = await fetch(url, { headers: { "accept-encoding": "gzip" } });
    bytes = Number(headers.get("content-length"));
    return headers.get("content-encoding") === "gzip" || bytes < SMALL_BYTES;
  };
  await expect.poll(asSent).toBe(true);
  return bytes;
}

/** The bytes of the page's own scripts, from a first load of the Room until `there` holds; nobody stirs meanwhile. */
async function loadedUntil(there: (page: Page) => Promise<void>): Promise<number> {
  const page = await (await browser.newContext()).newPage();
  await signInOn(page, server.origin);
  const scripts = new Set<string>();
  page.on("request", (request) => {
    const url = request.url();
    if (request.resourceType() === "script" && url.includes("/assets/")) scripts.add(url);
  });
  await page.goto(`${server.origin}/rooms/${room_id}`);
  await there(page);
  await page.context().close();
  expect(scripts.size).toBeGreaterThan(1);
  const sizes = await Promise.all(Array.from(scripts, bytesOf));
  const sum = sizes.reduce((all, one) => all + one, 0);
  expect(sum).toBeGreaterThan(50_000);
  return sum;
}

test("a Room without apps", async () => {
  const bytes = await loadedUntil(async (page) => {
    await page.getByRole("heading", { name: "Nobody has been let in yet." }).waitFor();
    await page.waitForLoadState("load");
  });
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
});

test("a Room with an app, until the app has drawn", async () => {
  const call = { room_id, name: "First", files: labelApp("drawn"), idempotency_key: "room-size" };
  const { proposal_id } = await agent.ask<Proposed>("propose_room_snippet_app", call);
  await (await Person.signIn(server.origin)).approve(proposal_id);
  const bytes = await loadedUntil(async (page) => {
    await page.frameLocator("iframe").getByText("drawn").waitFor();
  });
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
});
