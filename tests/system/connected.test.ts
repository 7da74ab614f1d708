import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { launchBrowser } from "../testkit/browser.ts";
import { signInOn } from "../testkit/pages.ts";
import { labelApp } from "../testkit/samples.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// Connected, as its owner uses it: a card comes by itself, no is said with a reason, a client is let go.

let server: TestServer;
let browser: Browser;
let page: Page;
let agent: Agent;
let room_id: string;
let count = 0;

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
beforeEach(async () => {
  page = await browser.newPage();
  await signInOn(page, server.origin);
  await page.goto(`${server.origin}/connected`);
  await page.getByRole("heading", { name: "Connected" }).waitFor();
  return async () => await page.close();
});

async function propose(): Promise<Proposed & { name: string }> {
  count += 1;
  const name = `Poll ${count}`;
  const call = { room_id, name, files: labelApp(name), idempotency_key: `connected-${count}` };
  return { ...(await agent.ask<Proposed>("propose_room_snippet_app", call)), name };
}

test("a proposal is declined with a reason, and the reason reaches the agent in the person's words", async () => {
  const { proposal_id, name } = await propose();
  const told = agent.ask<{ decision: object }>("read_proposal", { proposal_id, wait_seconds: 50 });
  await page.getByText(name).first().click();
  await page.getByRole("button", { name: "Decline" }).click();
  await page.getByLabel("Reason, if you like").fill("We have a poll. Say “hello” first.");
  await page.getByRole("dialog").getByRole("button", { name: "Decline" }).click();
  expect((await told).decision).toMatchObject({
    state: "declined",
    reason: "We have a poll. Say “hello” first.",
  });
  await page
    .getByRole("link", { name: /Connected/ })
    .first()
    .click();
  await page.getByText("We have a poll.").waitFor();
});

test("the open page outlives a restart of the server and shows what came meanwhile", async () => {
  const port = server.port;
  await server.stop();
  await page.getByText("Connection lost.").waitFor();
  server = await TestServer.launch({ data: server.data, port });
  agent = new Agent(server.origin, await adminToken(server));
  const { name } = await propose();
  await page.getByText(name).first().waitFor();
  await expect.poll(async () => await page.getByText("Connection lost.").count()).toBe(0);
});

test("a connection is revoked after a question, and its token works no more", async () => {
  const guest = new Agent(server.origin, await adminToken(server));
  await guest.ask("read_connection", {});
  // The newest stands first.
  await page.reload();
  await page
    .getByRole("button", { name: /^Revoke… / })
    .first()
    .click();
  await page.getByRole("button", { name: "Keep it" }).click();
  await guest.ask("read_connection", {});
  await page
    .getByRole("button", { name: /^Revoke… / })
    .first()
    .click();
  await page
    .getByRole("alertdialog")
    .or(page.getByRole("dialog"))
    .getByRole("button", { name: "Revoke" })
    .click();
  await expect
    .poll(async () => {
      const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "read_connection" } };
      return (await guest.post(JSON.stringify(call))).status;
    })
    .toBe(401);
});
