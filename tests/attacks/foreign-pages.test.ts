import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { launchBrowser } from "../testkit/browser.ts";
import { ForeignSite } from "../testkit/foreign-site.ts";
import { signInOn } from "../testkit/pages.ts";
import { Person } from "../testkit/person.ts";
import { labelApp } from "../testkit/samples.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// A page of somebody else's in a real browser, in which the owner is signed in: of another site, and of our own
// at another port, which a browser takes for the same site.

let server: TestServer;
let owner: Person;
let pending: Proposed;
let foreign: ForeignSite;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  server = await TestServer.launch();
  owner = await Person.signIn(server.origin);
  const agent = new Agent(server.origin, await adminToken(server));
  const args = { room_id: await agent.roomId(), name: "Waiting", files: labelApp("x") };
  const proposal = { ...args, idempotency_key: "foreign-pages" };
  pending = await agent.ask<Proposed>("propose_room_snippet_app", proposal);
  foreign = await ForeignSite.open();
  browser = await launchBrowser();
  context = await browser.newContext();
  page = await context.newPage();
  await signInOn(page, server.origin);
});
afterAll(async () => {
  await browser?.close();
  await foreign?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

describe.each([
  ["of another site", "apart"],
  ["at another port of our host", "beside"],
] as const)("a page %s", (_, where) => {
  test("reads nothing, and changes nothing, by any request that it can send (page-1, page-4)", async () => {
    await page.goto(foreign[where]);
    const decline = { proposal_id: pending.proposal_id };
    const read = await page.evaluate(
      async ({ origin, body }) => {
        const credentials = "include";
        const json = { "content-type": "application/json", "anteroom-proof": "x" };
        const tries: Promise<string>[] = [
          fetch(origin, { credentials }),
          fetch(`${origin}/api/v1/live`, { credentials }),
          fetch(`${origin}/api/v1/open_home`, { method: "POST", credentials, body, headers: json }),
          fetch(`${origin}/api/v1/sign_out`, { method: "POST", credentials, body: "{}" }),
          fetch(`${origin}/api/v1/decline_proposal`, {
            method: "POST",
            credentials,
            body,
            mode: "no-cors",
          }),
          fetch(`${origin}/`, { credentials, mode: "no-cors" }),
        ].map(async (answer) => await (await answer).text());
        const heard = new Promise<string>((resolve, reject) => {
          const source = new EventSource(`${origin}/api/v1/live`, { withCredentials: true });
          source.addEventListener("hello", () => resolve("hello"));
          source.addEventListener("error", reject);
        });
        for (const kind of ["img", "script", "iframe", "object", "embed"]) {
          const element = document.createElement(kind);
          element.setAttribute(kind === "object" ? "data" : "src", `${origin}/`);
          document.body.append(element);
        }
        const settled = await Promise.allSettled([...tries, heard]);
        return settled.map((one) => (one.status === "fulfilled" ? one.value : ""));
      },
      { origin: server.origin, body: JSON.stringify(decline) },
    );
    expect(read.join("")).toBe("");
    for (const target of ["sign_out", "decline_proposal"]) {
      await page.goto(foreign[where]);
      await page.setContent(
        `<form method="post" enctype="text/plain" action="${server.origin}/api/v1/${target}">
           <input name='{"proposal_id":"${pending.proposal_id}","x":"' value='"}'></form>`,
      );
      await page.evaluate(() => document.forms[0]?.submit());
      await page.getByText("may not call this server").waitFor();
    }
    expect((await owner.card(pending.proposal_id)).state).toBe("pending");
    await page.goto(server.origin);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
  });

  test("shows none of ours in a frame, and keeps no hold of one that it opened (page-3, page-8)", async () => {
    await page.goto(foreign[where]);
    const shown = ["/", "/sign-in", "/account", `/connected/proposals/${pending.proposal_id}`, "/consent/x"];
    for (const path of shown) {
      await page.setContent(`<iframe src="${server.origin}${path}"></iframe>`);
      await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/u);
    }
    await page.goto(foreign[where]);
    const [opened] = await Promise.all([
      context.waitForEvent("page"),
      page.evaluate((address) => void Object.assign(globalThis, { ours: open(address) }), server.origin),
    ]);
    await opened.getByRole("heading", { level: 1 }).waitFor();
    expect(await opened.evaluate(() => globalThis.opener === null)).toBe(true);
    const held = () => (globalThis as unknown as { ours: Window }).ours.closed;
    await expect.poll(async () => await page.evaluate(held)).toBe(true);
    await opened.close();
  });
});

test("a page of ours goes nowhere else after signing in (page-7)", async () => {
  for (const place of [
    "//attacker.example",
    "/.//attacker.example",
    "/x/..//attacker.example",
    "/\\attacker.example",
  ]) {
    await page.goto(`${server.origin}/sign-in?return=${encodeURIComponent(place)}`);
    await page.waitForURL(`${server.origin}/`);
    await page.getByRole("heading", { level: 1 }).waitFor();
  }
  await page.goto(`${server.origin}/sign-in?return=/connected`);
  await page.waitForURL(`${server.origin}/connected`);
});
