import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../testkit/browser.ts";
import { LoopbackOAuth } from "../testkit/oauth-client.ts";
import { readToEnd } from "../testkit/reading.ts";
import { STAND_UP_TIMER } from "../testkit/samples.ts";
import { TestServer } from "../testkit/server.ts";

// The story of the product, told once from the printed link to the running tab, with nothing in between
// that a user would not do.

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  server = await TestServer.launch({ owner: false });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

/** Collects what a page complains about; a story without complaints ends with an empty list. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  return complaints;
}

async function setUp(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(server.setUpLink!);
  await page.getByLabel("Workspace").fill("Demo workspace");
  await page.getByLabel("Your name").fill("Owner");
  await page.getByLabel("Email").fill("owner@example.test");
  await page.getByLabel("Password").fill("correct horse battery");
  await page.getByRole("button", { name: "Create workspace" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

/** The client's own browser window: the person is signed in and lets the client in. */
async function letIn(context: BrowserContext, authorizationUrl: URL): Promise<void> {
  const page = await context.newPage();
  await page.goto(authorizationUrl.href);
  await page.getByRole("heading", { name: /Let .* in\?/ }).waitFor();
  await page.getByRole("checkbox", { name: "General" }).setChecked(true, { force: true });
  await page.getByRole("button", { name: "Let in" }).click();
  await page.waitForURL(/127\.0\.0\.1|localhost:\d+\/callback/);
  await page.close();
}

test("an agent proposes, a person reviews, the team has the tab", async () => {
  // The printed link makes the owner.
  const ownerContext = await browser.newContext();
  const owner = await setUp(ownerContext);
  const complaints = complaintsOf(owner);

  // "Connected" shows the one line that connects a client.
  await owner
    .getByRole("link", { name: /Connected/ })
    .first()
    .click();
  await owner.getByText(`${server.origin}/api/v1/external-mcp`).first().waitFor();

  // The client signs in by OAuth by itself; the person picks workspace and projects.
  await using oauth = await LoopbackOAuth.open("Story client");
  const client = new Client(
    { name: "story-client", version: "1.0.0" },
    { versionNegotiation: { mode: "auto" } },
  );
  const transport = new StreamableHTTPClientTransport(new URL(`${server.origin}/api/v1/external-mcp`), {
    authProvider: oauth,
  });
  await client.connect(transport);
  await expect(tool(client, "read_connection", {})).rejects.toBeInstanceOf(UnauthorizedError);
  await letIn(ownerContext, oauth.authorizationUrl!);
  await transport.finishAuth(await oauth.callback());
  expect(await tool(client, "read_connection", {})).toMatchObject({ workspace: { name: "Demo workspace" } });
  await owner.getByText("Story client").first().waitFor();

  // A second member joins by an invitation link, and looks at the Room.
  await owner.getByRole("link", { name: "Team room" }).first().click();
  await owner
    .getByRole("button", { name: /members?/i })
    .first()
    .click();
  await owner.getByRole("button", { name: "Invite by link" }).click();
  const link = await owner
    .getByText(/\/invitation#/)
    .first()
    .textContent();
  await owner.keyboard.press("Escape");
  const memberContext = await browser.newContext();
  const member = await memberContext.newPage();
  await member.goto(link!.trim());
  await member.getByLabel("Your name").fill("Member");
  await member.getByLabel("Email").fill("member@example.test");
  await member.getByLabel("Password").fill("another long sentence");
  await member.getByRole("button", { name: /Join/ }).click();
  await member.getByRole("heading", { name: "Team room" }).waitFor();
  await member.getByText("Nobody has been let in yet.").waitFor();

  // The agent finds the Room and proposes; the card appears in the owner's open page without reload.
  await owner
    .getByRole("link", { name: /Connected/ })
    .first()
    .click();
  const found = await tool<{ resources: { room_id: string }[] }>(client, "find_resources", { kind: "room" });
  const room_id = found.resources[0]!.room_id;
  const proposed = await tool<{ proposal_id: string; review_url: string; next_step: string }>(
    client,
    "propose_room_snippet_app",
    { room_id, name: "Stand-up timer", files: STAND_UP_TIMER, idempotency_key: "story-stand-up-timer" },
  );
  expect(proposed.next_step).toContain("approve it under Connected → Needs your approval");
  await owner.getByText("Stand-up timer").first().waitFor();

  // Before approval there is no tab, and the member cannot open the proposal.
  expect(await tool(client, "list_room_apps", { room_id })).toEqual({ apps: [] });
  await member.goto(proposed.review_url);
  await member.getByText("There is nothing at this address").waitFor();
  expect(await member.getByText("Stand-up timer").count()).toBe(0);
  await member.goto(`${server.origin}/rooms/${room_id}`);
  await member.getByText("Nobody has been let in yet.").waitFor();

  // The agent waits in one held call, while the owner reads every file to its end.
  const told = tool<{ state: string }>(client, "read_proposal", {
    proposal_id: proposed.proposal_id,
    wait_seconds: 50,
  });
  await owner.getByText("Stand-up timer").first().click();
  await owner.getByRole("heading", { name: "Review all proposed files (2)" }).waitFor();
  await owner
    .getByText(
      "Approval makes this code available in the Room app launcher. Review the files before approving.",
    )
    .waitFor();
  const approve = owner.getByRole("button", { name: "Approve and create" });
  expect(await approve.getAttribute("aria-disabled")).toBe("true");
  for (const path of Object.keys(STAND_UP_TIMER)) {
    await readToEnd(owner.getByRole("article", { name: path }));
  }
  await expect.poll(async () => await approve.getAttribute("aria-disabled")).not.toBe("true");
  await approve.click();

  // The tab is in the Room for every member at once; the waiting agent is told.
  expect((await told).state).toBe("approved");
  await member.getByRole("tab", { name: /Stand-up timer/ }).waitFor();

  // It opens in its sandbox, and the timer runs.
  await member.getByRole("tab", { name: /Stand-up timer/ }).click();
  const frame = member.frameLocator("iframe");
  await frame.getByRole("button", { name: "Start" }).click();
  await expect.poll(async () => await frame.getByRole("timer").textContent()).not.toBe("1:30");
  expect(complaints).toEqual([]);
  await client.close();
});

async function tool<T = unknown>(client: Client, name: string, args: Record<string, unknown>): Promise<T> {
  const result = await client.callTool({ name, arguments: args });
  if (result.isError) throw new Error(JSON.stringify(result.structuredContent));
  return result.structuredContent as T;
}
