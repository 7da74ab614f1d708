import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { AskingClient } from "../testkit/asking-client.ts";
import { launchBrowser } from "../testkit/browser.ts";
import { complaintsOf, faultsOf, LOOKS } from "../testkit/looks.ts";
import { signInOn } from "../testkit/pages.ts";
import { Person } from "../testkit/person.ts";
import { PersonBrowser } from "../testkit/person-browser.ts";
import { labelApp } from "../testkit/samples.ts";
import { adminToken, TestServer } from "../testkit/server.ts";
import { placeOf } from "../testkit/team.ts";

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

/** A real client that its person let in; it has not come for its token yet. */
async function letIn(name: string): Promise<AskingClient> {
  const client = await AskingClient.start(server, name);
  const person = await PersonBrowser.signIn(server.origin);
  await fetch(await person.letIn(await person.arrive(client.address)));
  return client;
}

/** The same with its token; it has called nothing yet. */
async function connect(name: string): Promise<AskingClient> {
  const client = await letIn(name);
  await client.finish();
  return client;
}

/** Lets the time pass after which a client of this name must sign in again. */
async function expire(name: string): Promise<void> {
  const database = new DatabaseSync(join(server.data, "anteroom.sqlite"), { timeout: 5000 });
  database
    .prepare(
      "UPDATE oidc_items SET expires_at = 1 WHERE grant_id IN (SELECT grant_id FROM connections WHERE client_name = ?)",
    )
    .run(name);
  database.close();
  // A running server looks for what others wrote twice a second.
  await setTimeout(1000);
}

const row = (name: string) => page.getByRole("row", { name: new RegExp(name) });

test("a new connection and its first call appear by themselves, and the client's line is marked", async () => {
  await page.getByRole("button", { name: /^Codex/ }).waitFor();
  await using client = await connect("Codex");
  await row("Codex").getByText("no call yet").waitFor();
  await row("Codex").getByText("Reads and writes").waitFor();
  await row("Codex").getByText("Answers go to 127.0.0.1").waitFor();
  await client.ask("read_connection");
  await row("Codex").getByText("Online").waitFor();
  await page.getByRole("button", { name: /^Codex called just now/ }).waitFor();
});

test("a client that never came for its token is not called expired; who must sign in again is", async () => {
  const dead = await letIn("Dead client");
  await dead[Symbol.asyncDispose]();
  await using client = await connect("Old client");
  await client.ask("read_connection");
  await expire("Dead client");
  await expire("Old client");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.reload();
  await row("Dead client").getByText("Sign-in not finished").waitFor();
  await row("Dead client")
    .getByText(/since \d+:\d\d/)
    .waitFor();
  await row("Old client").getByText("Sign-in expired").waitFor();
  // No word of a narrow column is broken.
  for (const word of ["General", "Change…"]) {
    const lines = await row("Old client")
      .getByText(word, { exact: true })
      .evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size;
      });
    expect(lines, word).toBe(1);
  }
});

test("parallel agents of one connection are told apart by the labels they send", async () => {
  const token = await adminToken(server);
  for (const label of ["docs-agent", "tests-agent"]) {
    await new Agent(server.origin, token, label).ask("read_connection", {});
  }
  const both = page.getByRole("row", { name: /docs-agent/ }).filter({ hasText: "tests-agent" });
  await both.waitFor();
});

test("a held call shows as waiting, and ends when its connection is revoked", async () => {
  await using client = await connect("Waiting client");
  const { proposal_id } = await propose();
  const held = client
    .ask("read_proposal", { proposal_id, wait_seconds: 50 })
    .catch((error: unknown) => error);
  await expect
    .poll(async () => {
      await page.reload();
      await row("Waiting client").waitFor();
      return await row("Waiting client").getByText("waiting on a call").count();
    })
    .toBe(1);
  await row("Waiting client")
    .getByRole("button", { name: /^Revoke/ })
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await row("Waiting client").waitFor({ state: "detached" });
  expect(await held).toBeInstanceOf(Error);
});

test("a connection is seated in other projects, one at least, and sees those from its next call on", async () => {
  const owner = await Person.signIn(server.origin);
  const { workspace_id } = await placeOf(owner);
  await owner.do("create_project", { workspace_id, name: "Storefront" });
  await using client = await connect("Seated client");
  const seen = async () => {
    const found = await client.ask<{ resources: { name: string }[] }>("find_resources", { kind: "project" });
    return found.resources.map(({ name }) => name);
  };
  expect(await seen()).toEqual(["General", "Storefront"]);

  await row("Seated client")
    .getByRole("button", { name: /^Change…/ })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: "General" }).uncheck();
  await dialog.getByRole("checkbox", { name: "Storefront" }).uncheck();
  await dialog.getByText("Tick one project at least.").waitFor();
  await dialog.getByRole("button", { name: "Save" }).click();
  expect(await seen()).toEqual(["General", "Storefront"]);
  await dialog.getByRole("checkbox", { name: "Storefront" }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await row("Seated client").getByText("Storefront", { exact: true }).waitFor();
  expect(await seen()).toEqual(["Storefront"]);
});

describe.each(Object.entries(LOOKS))("%s", (_, look) => {
  test("connections and their dialogs hold for axe, fit their window, and break no policy", async () => {
    const context = await browser.newContext(look);
    const there = await context.newPage();
    const complaints = complaintsOf(there);
    await signInOn(there, server.origin);
    const dialogs = [/^Change…/, /^Revoke…/];
    for (const button of dialogs) {
      await there.goto(`${server.origin}/connected`);
      await there.getByRole("button", { name: button }).first().click();
      await there.getByRole("dialog").or(there.getByRole("alertdialog")).waitFor();
      expect(await faultsOf(there), String(button)).toEqual([]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});
