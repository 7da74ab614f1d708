import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { launchBrowser } from "../testkit/browser.ts";
import { complaintsOf, faultsOf, LOOKS } from "../testkit/looks.ts";
import { McpAgent } from "../testkit/mcp-agent.ts";
import { signInOn } from "../testkit/pages.ts";
import { Person } from "../testkit/person.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// Asking for changes and what comes of it (case R5): the person in Chromium, the agent as a real MCP client.

let server: TestServer;
let browser: Browser;
let agent: McpAgent;
let owner: Person;
let room_id: string;

beforeAll(async () => {
  server = await TestServer.launch({ env: { ANTEROOM_PENDING_LIMIT: "0" } });
  browser = await launchBrowser();
  owner = await Person.signIn(server.origin);
  agent = await McpAgent.connect(server);
  ({ room_id } = agent);
});
afterAll(async () => {
  await agent?.close();
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

/** A board that keeps its cards on each member's device. */
const FIRST = {
  "src/App.tsx": `import { useState } from "react";
import { storage } from "@anteroom/app";

export default function Board() {
  const [cards, setCards] = useState<string[]>(() => storage.get("cards") ?? []);
  return (
    <main>
      <ul>{cards.map((card) => <li key={card}>{card}</li>)}</ul>
      <button onClick={() => setCards([...cards, "card"])}>Add</button>
    </main>
  );
}
`,
  "src/labels.ts": `export const labels = {\n  add: "Add",\n  empty: "Nothing here.",\n};\n`,
};
/** What the agent makes of the comments: the first line is answered, the second moved, the third gone. */
const SECOND = {
  "src/App.tsx": `import { useState } from "react";
import { shared } from "@anteroom/app";

const TITLE = "Board";

export default function Board() {
  const [cards, setCards] = useState<string[]>(() => shared.get("cards") ?? []);
  return (
    <main>
      <h1>{TITLE}</h1>
      <ul>{cards.map((card) => <li key={card}>{card}</li>)}</ul>
      <button onClick={() => setCards([...cards, "card"])}>Add</button>
    </main>
  );
}
`,
  "src/labels.ts": `export const labels = {\n  add: "Add a card",\n  empty: "Nothing here.",\n};\n`,
};

async function openPage(
  look: keyof typeof LOOKS = "desk, light",
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext(LOOKS[look]);
  const page = await context.newPage();
  await signInOn(page, server.origin);
  return { page, context };
}
async function show(page: Page, proposal_id: string): Promise<void> {
  await page.goto(`${server.origin}/connected/proposals/${proposal_id}`);
  await page.getByRole("heading", { name: /Review all proposed files/ }).waitFor();
}
const bar = (page: Page): Locator => page.getByRole("region", { name: "Decision" });
const file = (page: Page, path: string): Locator =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name: path, exact: true }) });
const section = (page: Page): Locator => page.getByRole("region", { name: "Comments", exact: true });

async function readAll(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const mark = page.getByRole("button", { name: `Mark as read: ${path}` });
    if ((await mark.count()) > 0) await mark.click();
  }
}

interface AgentComment {
  readonly comment_id: string;
  readonly file?: string;
  readonly line?: number;
  readonly end_line?: number;
  readonly quote?: string;
  readonly body: string;
  readonly suggestion?: string;
}
interface Read {
  readonly state: string;
  readonly decision?: {
    readonly state: string;
    readonly untrusted?: true;
    readonly comments?: AgentComment[];
  };
}

test("the whole loop: comments by mouse and by keyboard, a revision that answers, an update", async () => {
  const { page, context } = await openPage();
  const complaints = complaintsOf(page);
  // An approved version stands, so that the loop ends with an update.
  const standing = await agent.propose("Retro board", {
    "src/App.tsx": "export default () => <p>Board</p>;\n",
  });
  await owner.approve(standing.proposal_id);
  const first = await agent.propose("Retro board", FIRST);
  const held = agent.tool<Read>("read_proposal", { proposal_id: first.proposal_id, wait_seconds: 50 });
  await show(page, first.proposal_id);
  await page.getByText("Update of Retro board (revision 1)").waitFor();
  await page.getByText("An update inherits what Retro board has stored.").waitFor();
  const delta = page.getByRole("region", { name: "What changes in what it may do" });
  expect(await delta.innerText()).toMatch(/\+\s*New\s*Keeps data of its own/);

  // By mouse: the number of a line.
  const app = file(page, "src/App.tsx");
  await app.locator('[data-line="5"]').first().hover();
  await app.locator("[data-pick-line]").click();
  await app
    .getByRole("textbox", { name: "Comment on line 5" })
    .fill("Two people who add at once lose a card.");
  await app.getByRole("button", { name: "Suggest a change" }).click();
  const suggestion = app.getByLabel("Write it like this instead");
  expect(await suggestion.inputValue()).toContain("storage.get");
  expect(await suggestion.evaluate((one) => one === document.activeElement)).toBe(true);
  await suggestion.fill('  const [cards, setCards] = useState<string[]>(() => shared.get("cards") ?? []);');
  await suggestion.press("Control+Enter");
  await app.getByText("Draft, not sent").waitFor();

  // By keyboard alone: arrows pick the line, C begins, Ctrl Enter saves; what is typed survives a reload.
  await file(page, "src/labels.ts").locator("[data-pick-line]").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("c");
  const labels = file(page, "src/labels.ts");
  await labels.getByRole("textbox", { name: "Comment on line 2" }).waitFor();
  await page.keyboard.type("Say what is add");
  await page.reload();
  await labels.getByRole("textbox", { name: "Comment on line 2" }).press("End");
  await page.keyboard.type("ed.");
  await page.keyboard.press("Control+Enter");
  await labels.getByText("Say what is added.").waitFor();
  // On the whole: C outside a file.
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.press("c");
  await page.keyboard.type("Give it a title.");
  await page.keyboard.press("Control+Enter");

  // A deleted draft comes back.
  await labels.getByRole("button", { name: "Delete" }).click();
  expect(await labels.getByText("Say what is added.").count()).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await labels.getByText("Say what is added.").waitFor();

  // All go together; a failure loses nothing.
  await page.route("**/api/v1/request_changes", async (route) => await route.abort(), { times: 1 });
  await bar(page).getByRole("button", { name: "Request changes (3)" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("About the whole, if you like").fill("Nearly there.");
  await page.keyboard.press("Control+Enter");
  await bar(page).getByText("The server cannot be reached.").waitFor();
  await bar(page).getByRole("button", { name: "Request changes (3)" }).click();
  expect(await dialog.getByRole("textbox").inputValue()).toBe("Nearly there.");
  await page.keyboard.press("Control+Enter");
  await bar(page).getByText("The agent was told; its next revision comes here.").waitFor();
  await page.getByRole("img", { name: "Changes requested" }).first().waitFor();

  // The agent reads them as data.
  const read = await held;
  expect(read).toMatchObject({ state: "changes_requested", decision: { untrusted: true } });
  const comments = read.decision?.comments ?? [];
  const one = (body: string): AgentComment => comments.find((comment) => comment.body === body)!;
  expect(comments).toHaveLength(4);
  expect(one("Two people who add at once lose a card.")).toMatchObject({
    file: "src/App.tsx",
    line: 5,
    quote: FIRST["src/App.tsx"].split("\n")[4],
    suggestion: expect.stringContaining("shared.get"),
  });
  expect(one("Say what is added.")).toMatchObject({ file: "src/labels.ts", line: 2 });
  expect(one("Nearly there.")).not.toHaveProperty("file");

  // It answers, in words that try to be more than words, and by a revision.
  const hostile = `Done. <b>Approve</b> [it](https://evil.example.test) \u202enow`;
  await agent.tool("reply_to_proposal_comment", {
    proposal_id: first.proposal_id,
    comment_id: one("Two people who add at once lose a card.").comment_id,
    body: hostile,
    idempotency_key: "reply-to-first",
  });
  const second = await agent.propose("Retro board", SECOND);
  await bar(page).getByRole("link", { name: "Look at it" }).click();
  await page.waitForURL(`**/${second.proposal_id}`);
  await section(page).getByText("Revision 3 answers 1 of 4 comments.").waitFor();
  await section(page).getByText("Outdated").first().waitFor();
  // What is answered is folded away, and shown by the list of what was asked.
  const answered = section(page).getByRole("button", { name: /^1 comment of earlier revisions/ });
  expect(await answered.getAttribute("aria-expanded")).toBe("false");
  expect(await page.getByText("Done. <b>Approve</b>").count()).toBe(0);
  await section(page).getByRole("button", { name: "src/App.tsx, lines gone" }).click();
  expect(await answered.getAttribute("aria-expanded")).toBe("true");
  const reply = page.getByText("Done. <b>Approve</b>");
  expect(await reply.first().innerText()).toContain("[it](https://evil.example.test) U+202Enow");
  await page.getByText("outside assistant").first().waitFor();
  expect(await page.getByRole("link", { name: "it", exact: true }).count()).toBe(0);

  // Reply, resolve, open again.
  const thread = page.getByRole("article", { name: "Owner" }).filter({ hasText: "Give it a title." });
  await thread.getByRole("button", { name: "Reply" }).click();
  await page.keyboard.type("Thank you.");
  await page.keyboard.press("Control+Enter");
  await thread.getByText("Thank you.").waitFor();
  await thread.getByRole("button", { name: "Resolve" }).click();
  const folded = page.getByRole("button", { name: /Resolved by Owner.*Give it a title\./ });
  await folded.waitFor();
  await folded.click();
  await page.getByRole("button", { name: "Open again" }).click();
  await page.getByText("Thank you.").first().waitFor();
  // An answer arrives while another is being typed.
  await thread.getByRole("button", { name: "Reply" }).click();
  await page.keyboard.type("And one mo");
  await agent.tool("reply_to_proposal_comment", {
    proposal_id: second.proposal_id,
    comment_id: one("Give it a title.").comment_id,
    body: "It has one now.",
    idempotency_key: "reply-to-third",
  });
  await thread.getByText("It has one now.").waitFor();
  await page.keyboard.type("re");
  expect(await thread.getByLabel("Your reply").inputValue()).toBe("And one more");
  // What is being written is kept, and not folded away with what is answered.
  await page.reload();
  expect(await thread.getByLabel("Your reply").inputValue()).toBe("And one more");

  await readAll(page, Object.keys(SECOND));
  await bar(page)
    .getByText(/Binds to digest/)
    .waitFor();
  await bar(page).getByRole("button", { name: "Approve as update" }).click();
  await bar(page).getByText("Updated in Team room").waitFor();
  const { apps } = await agent.tool<{ apps: { instance_id: string; version: number }[] }>("list_room_apps", {
    room_id,
  });
  expect(apps).toMatchObject([{ instance_id: standing.instance_id, version: 3 }]);
  expect(complaints).toEqual([]);
  await context.close();
});

test("on a phone the press that opens the other decisions decides nothing", async () => {
  const { page, context } = await openPage("phone, light");
  const files = (text: string) => ({ "src/App.tsx": `export default () => <p>${text}</p>;\n` });
  await owner.approve((await agent.propose("Thumb", files("1"))).proposal_id);
  const { proposal_id } = await agent.propose("Thumb", files("2"));
  await show(page, proposal_id);
  await readAll(page, ["src/App.tsx"]);
  await bar(page)
    .getByText(/Binds to digest/)
    .waitFor();
  await bar(page).getByRole("button", { name: "Other decisions" }).click();
  await page.getByRole("menuitem", { name: "Approve and create" }).waitFor();
  expect((await owner.card(proposal_id)).state).toBe("pending");
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "hidden" });
  await bar(page).getByRole("button", { name: "Other decisions" }).click();
  await page.getByRole("menuitem", { name: "Decline" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Decline" }).click();
  await bar(page)
    .getByText(/You declined this/)
    .waitFor();
  await context.close();
});

test("a step to a finding that is folded away unfolds it", async () => {
  const { page, context } = await openPage();
  const hosts = Array.from({ length: 5 }, (_, n) => `export const u${n} = "https://h${n}.example.test/";\n`);
  const files = { "src/App.tsx": "export default () => null;\n", "src/hosts.ts": hosts.join("") };
  await show(page, (await agent.propose("Folded findings", files)).proposal_id);
  const last = page.getByRole("button", { name: "src/hosts.ts:5" });
  expect(await last.count()).toBe(0);
  for (let step = 0; step < 5; step += 1) await page.keyboard.press("n");
  await last.waitFor();
  expect(await page.locator("[aria-current=true]").filter({ has: last }).count()).toBe(1);
  // The line that is pointed at is the one to comment on.
  await page.keyboard.press("c");
  await file(page, "src/hosts.ts").getByRole("textbox", { name: "Comment on line 5" }).waitFor();
  await context.close();
});

test("for whom it was proposed may look, and is told who decides", async () => {
  const { link } = await owner.do<{ link: string }>("invite_to_room", { room_id });
  const who = { name: "Member", email: "loop-member@example.test", password: "another long sentence" };
  await Person.join(link, who);
  const theirs = new Agent(server.origin, await adminToken(server, { email: who.email }));
  const args = { room_id, name: "Proposed for another", files: FIRST, idempotency_key: "review-loop-theirs" };
  const { proposal_id } = await theirs.ask<Proposed>("propose_room_snippet_app", args);
  const context = await browser.newContext(LOOKS["desk, light"]);
  const page = await context.newPage();
  await signInOn(page, server.origin, who);
  await show(page, proposal_id);
  await bar(page).getByText("The Room’s owner decides.").waitFor();
  expect(await bar(page).getByRole("button").count()).toBe(0);
  expect(await page.getByRole("button", { name: "Comment on the whole" }).count()).toBe(0);
  const [comment_id] = await owner.requestChanges(proposal_id, [{ body: "Smaller, please." }]);
  await bar(page).getByText("Owner asked for changes").waitFor();
  await section(page).getByText("Smaller, please.").waitFor();
  expect(comment_id).toBeDefined();
  expect(await section(page).getByRole("button", { name: "Resolve" }).count()).toBe(0);
  await context.close();
});

describe("while the card is open", () => {
  test("drafts go along to a revision that arrives, to the same lines or in words", async () => {
    const { page, context } = await openPage();
    const first = await agent.propose("Carried", FIRST);
    await show(page, first.proposal_id);
    for (const [path, line, words] of [
      ["src/App.tsx", 8, "Say when it is empty."],
      ["src/labels.ts", 2, "Longer."],
    ] as const) {
      await file(page, path).locator(`[data-line="${line}"]`).first().hover();
      await file(page, path).locator("[data-pick-line]").click();
      await file(page, path)
        .getByRole("textbox", { name: `Comment on line ${line}` })
        .fill(words);
      await file(page, path).getByRole("button", { name: "Save draft" }).click();
    }
    const second = await agent.propose("Carried", SECOND);
    await bar(page).getByText("Revision 2 arrived while you read.").waitFor();
    await bar(page).getByText("your comments are kept").waitFor();
    await bar(page).getByRole("link", { name: "Look at it" }).click();
    await page.waitForURL(`**/${second.proposal_id}`);
    await section(page).getByText("2 drafts from revision 1, not sent").waitFor();
    await section(page).getByRole("button", { name: "Take them over" }).click();
    await file(page, "src/App.tsx").getByText("Say when it is empty.").waitFor();
    await section(page).getByText("On src/labels.ts:2 of revision 1:").waitFor();
    await section(page).getByText("Longer.").waitFor();
    await context.close();
  });

  test("an approval stops when the app changes that it would update, until that was looked at", async () => {
    const { page, context } = await openPage();
    const standing = await agent.propose("Watched", { "src/App.tsx": "export default () => <p>1</p>;\n" });
    const other = await agent.propose("Watched", { "src/App.tsx": "export default () => <p>2</p>;\n" });
    expect(other.revision).toBe(2);
    await owner.approve(other.proposal_id);
    const next = await agent.propose("Watched", { "src/App.tsx": "export default () => <p>3</p>;\n" });
    await show(page, next.proposal_id);
    await bar(page).getByRole("button", { name: "Approve as update" }).waitFor();
    await owner.do("remove_app", { room_id, instance_id: other.instance_id });
    await bar(page).getByText("The app that this would update is gone.").waitFor();
    await bar(page).getByText("Nothing was decided.").waitFor();
    await bar(page).getByRole("button", { name: "Show it as it is now" }).click();
    await bar(page).getByRole("button", { name: "Approve and create" }).waitFor();
    expect((await owner.card(standing.proposal_id)).state).toBe("superseded");
    await context.close();
  });

  test("a proposal that its agent takes back can be decided no more, and says so", async () => {
    const { page, context } = await openPage();
    const { proposal_id } = await agent.propose("Taken back", FIRST);
    await show(page, proposal_id);
    await agent.tool("withdraw_proposal", { proposal_id });
    await bar(page)
      .getByText(/took it back/)
      .waitFor();
    await page.getByRole("img", { name: "Withdrawn" }).waitFor();
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByText("Decided").waitFor();
    await context.close();
  });
});

test.each(Object.keys(LOOKS))("comments, the dialog and threads are clean to axe: %s", async (look) => {
  const { page, context } = await openPage(look);
  const first = await agent.propose(`Clean ${look}`, FIRST);
  await show(page, first.proposal_id);
  await section(page).getByRole("button", { name: "Comment on the whole" }).click();
  await section(page).getByRole("textbox", { name: "Comment on the whole" }).fill("Give it a title.");
  expect(await faultsOf(page)).toEqual([]);
  await section(page).getByRole("button", { name: "Save draft" }).click();
  await bar(page).getByRole("button", { name: "Request changes (1)" }).click();
  await page.getByRole("dialog").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();
  await bar(page).getByText("The agent was told").waitFor();
  const [comment] =
    (await agent.tool<Read>("read_proposal", { proposal_id: first.proposal_id })).decision?.comments ?? [];
  await agent.tool("reply_to_proposal_comment", {
    proposal_id: first.proposal_id,
    comment_id: comment!.comment_id,
    body: "It has one.",
    idempotency_key: `clean-${look}`,
  });
  const second = await agent.propose(`Clean ${look}`, SECOND);
  await show(page, second.proposal_id);
  await section(page)
    .getByRole("button", { name: /^1 comment of earlier revisions/ })
    .waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await section(page).getByRole("button", { name: "On the whole", exact: true }).click();
  await section(page).getByText("It has one.").waitFor();
  // Where the bar lies over code, and not over a part of a button.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  expect(await faultsOf(page)).toEqual([]);
  await section(page).getByRole("button", { name: "Reply" }).click();
  await section(page).getByRole("button", { name: "Resolve" }).click();
  await section(page).getByText("Resolved by Owner").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await context.close();
});
