import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { launchBrowser } from "../testkit/browser.ts";
import { complaintsOf, faultsOf, LOOKS } from "../testkit/looks.ts";
import { signInOn } from "../testkit/pages.ts";
import { Person } from "../testkit/person.ts";
import { readToEnd } from "../testkit/reading.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// What changed, as a person reads it before an update is let in.

let server: TestServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let agent: Agent;
let owner: Person;
let room_id: string;
let complaints: string[];
let proposed = 0;

const lines = (count: number, name = "line"): string =>
  Array.from({ length: count }, (_, index) => `export const ${name}${index + 1} = ${index + 1};\n`).join("");
const MOVED = "export function vote(id: string) {\n  const votes = count(id);\n  return votes + 1;\n}\n";
const FIRST: Readonly<Record<string, string>> = {
  "src/App.tsx": `import { storage } from "@anteroom/app";\n${lines(60)}export default () => null;\n`,
  "src/gone.ts": MOVED,
  "src/labels.ts": 'export const add = "Add a card";\nexport const vote = "Vote";\n',
  "src/same.css": ".board {\n  gap: 1rem;\n}\n",
};
const { "src/gone.ts": _gone, ...kept } = FIRST;
const SECOND: Readonly<Record<string, string>> = {
  ...kept,
  "src/App.tsx": (FIRST["src/App.tsx"] ?? "")
    .replace("import { storage }", "import { shared }")
    .replace("line50 = 50", "line50 = 51"),
  "src/labels.ts": 'export const add = "Add\u200b a card";\n  export const vote = "Vote";\n',
  "src/new.ts": `// new\n${MOVED}`,
};

beforeAll(async () => {
  server = await TestServer.launch({ env: { ANTEROOM_PENDING_LIMIT: "0" } });
  browser = await launchBrowser();
  agent = new Agent(server.origin, await adminToken(server));
  owner = await Person.signIn(server.origin);
  room_id = await agent.roomId();
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await context?.close();
  await look({ viewport: { width: 1440, height: 900 } });
});

/** A new browser of the owner. */
async function look(options: NonNullable<(typeof LOOKS)[string]>): Promise<void> {
  context = await browser.newContext(options);
  page = await context.newPage();
  complaints = complaintsOf(page);
  await signInOn(page, server.origin);
}
async function propose(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  proposed += 1;
  const args = { room_id, name, files, idempotency_key: `diff number ${proposed}` };
  return (await agent.ask<Proposed>("propose_room_snippet_app", args)).proposal_id;
}
/** An update of an app that was approved. */
async function update(name: string, from = FIRST, to = SECOND): Promise<string> {
  await owner.approve(await propose(name, from));
  return await propose(name, to);
}
async function open(proposal_id: string): Promise<void> {
  await page.goto(`${server.origin}/connected/proposals/${proposal_id}`);
  await page.getByRole("heading", { name: /Review all proposed files/ }).waitFor();
}

const file = (path: string): Locator => page.locator(`[data-file="${path}"]`);
const changes = (path: string): Locator => page.getByRole("region", { name: `${path}, changes` });
const rail = (): Locator => page.getByRole("navigation", { name: "Files" });
const approve = (): Locator => page.getByRole("button", { name: "Approve as update" });
const texts = async (rows: Locator): Promise<string[]> => await rows.allInnerTexts();

describe("the changes", () => {
  test("are the rows that were removed and added, with words, moves and hidden characters told", async () => {
    await open(await update("Shows changes"));
    await changes("src/new.ts").locator("ins").first().waitFor();
    expect(await texts(changes("src/App.tsx").locator("del, ins"))).toEqual([
      'import { storage } from "@anteroom/app";',
      'import { shared } from "@anteroom/app";',
      "export const line50 = 50;",
      "export const line50 = 51;",
    ]);
    await file("src/App.tsx").getByText("+2").waitFor();
    await file("src/App.tsx").getByText("−2").waitFor();
    const labels = (await texts(changes("src/labels.ts").locator("del, ins"))).map((row) => row.split("\n"));
    expect(labels.map(([text]) => text?.trim())).toEqual([
      'export const add = "Add a card";',
      'export const vote = "Vote";',
      'export const add = "AddU+200B a card";',
      'export const vote = "Vote";',
    ]);
    expect(await changes("src/labels.ts").getByText("only white space").count()).toBe(2);
    await changes("src/new.ts").getByText("4 lines moved here from src/gone.ts, line 1").waitFor();
    await changes("src/new.ts").getByRole("button", { name: "Go to line 1" }).click();
    expect(
      await texts(page.getByRole("region", { name: "src/gone.ts, as it was" }).locator("del")),
    ).toHaveLength(4);
    expect(complaints).toEqual([]);
  });

  test("are painted without a single element or character more", async () => {
    await open(await update("Paints"));
    const row = changes("src/App.tsx").locator("del").first();
    await expect
      .poll(
        async () =>
          await page.evaluate(() =>
            [...CSS.highlights].filter(([, all]) => all.size > 0).map(([name]) => name),
          ),
      )
      .toEqual(expect.arrayContaining(["code-key", "code-str", "code-num", "diff-added", "diff-removed"]));
    expect(await row.evaluate((one) => [one.childNodes.length, one.textContent])).toEqual([
      1,
      'import { storage } from "@anteroom/app";',
    ]);
  });

  test("fold what is as before, counted, and open step by step and by keyboard", async () => {
    await open(await update("Folds"));
    const box = changes("src/App.tsx");
    await box.getByText("43 unchanged lines").waitFor();
    await box.getByRole("button", { name: "Show 20" }).press("Enter");
    await box.getByText("23 unchanged lines").waitFor();
    await box.getByRole("button", { name: "Show all" }).first().press("Enter");
    expect(await box.getByText(/unchanged lines/).count()).toBe(1);
    // The button went with its fold, and the keyboard goes on in the file.
    expect(await box.evaluate((one) => one === document.activeElement)).toBe(true);
  });

  test("stand side by side when asked, also after a reload", async () => {
    await open(await update("Splits"));
    await page.keyboard.press("d");
    const pair = changes("src/App.tsx").locator("[data-first-step]").filter({ hasText: "storage" });
    await pair.waitFor();
    expect(await pair.locator("del, ins").allInnerTexts()).toEqual([
      'import { storage } from "@anteroom/app";',
      'import { shared } from "@anteroom/app";',
    ]);
    await page.reload();
    await page.getByRole("button", { name: "Side by side", pressed: true }).waitFor();
    await pair.waitFor();
    await readToEnd(file("src/App.tsx"));
  });

  test("are against what the person chooses", async () => {
    await owner.approve(await propose("Chooses", FIRST));
    await propose("Chooses", { ...SECOND, "src/same.css": "" });
    await open(await propose("Chooses", SECOND));
    await changes("src/App.tsx").waitFor();
    await page.getByLabel("Compare with").selectOption({ label: "Previous revision 2" });
    await changes("src/same.css").waitFor();
    expect(await changes("src/App.tsx").count()).toBe(0);
    await page.getByLabel("Compare with").selectOption({ label: "Nothing, whole files" });
    await page.getByRole("region", { name: "src/App.tsx, whole file" }).waitFor();
    expect(await page.locator("del, ins").count()).toBe(0);
  });

  test("list every file by what became of it, and lead to it", async () => {
    await open(await update("Lists"));
    await expect
      .poll(async () => await rail().getByRole("heading").allInnerTexts())
      .toEqual(["Changed 3", "Unchanged 1", "Removed 1"]);
    await rail()
      .getByRole("button", { name: /labels\.ts/ })
      .click();
    expect(await changes("src/labels.ts").evaluate((one) => one === document.activeElement)).toBe(true);
    const same = file("src/same.css");
    expect(await same.getByRole("region").count()).toBe(0);
    await same.getByRole("button", { name: "Show: src/same.css" }).click();
    await page.getByRole("region", { name: "src/same.css, whole file" }).waitFor();
  });
});

describe("reading", () => {
  const long = { ...FIRST, "src/App.tsx": `${lines(200)}export default () => null;\n` };
  const longer = {
    ...long,
    "src/App.tsx": `${lines(100)}${lines(100, "other")}export default () => null;\n`,
  };

  test("is of the changes alone, to their end, and what was read before counts", async () => {
    await open(await update("Reads"));
    expect(await approve().getAttribute("aria-disabled")).toBe("true");
    await file("src/same.css").getByText("Seen to its end").waitFor();
    for (const path of ["src/App.tsx", "src/labels.ts", "src/new.ts"]) await readToEnd(file(path));
    expect(await approve().getAttribute("aria-disabled")).toBeNull();
  });

  test("does not pass over what a jump to the end left out", async () => {
    await open(await update("Jumps", long, longer));
    const box = changes("src/App.tsx");
    await file("src/App.tsx")
      .getByText(/Read to line/)
      .waitFor();
    await box.press("End");
    await page.waitForTimeout(1500);
    expect(await file("src/App.tsx").getByText("Seen to its end").count()).toBe(0);
    await box.evaluate((one) => (one.scrollTop = 0));
    await page.waitForTimeout(200);
    await box.evaluate((one) => (one.scrollTop = one.scrollHeight));
    await page.waitForTimeout(1500);
    expect(await approve().getAttribute("aria-disabled")).toBe("true");
    // The first line that is left is where the withheld button leads.
    await approve().press("Enter");
    await readToEnd(file("src/App.tsx"));
  });

  test("survives a reload, and a revision that left the file alone", async () => {
    const [first, second] = [
      { ...FIRST, ...long },
      { ...SECOND, "src/App.tsx": longer["src/App.tsx"] },
    ];
    await open(await update("Survives", first, second));
    for (const path of ["src/labels.ts", "src/new.ts"]) await readToEnd(file(path));
    await page.getByRole("button", { name: "Mark as read: src/App.tsx" }).click();
    await page.reload();
    for (const path of ["src/labels.ts", "src/new.ts"])
      await file(path).getByText("Seen to its end").waitFor();
    await file("src/App.tsx").getByText("Marked as read").waitFor();
    await open(await propose("Survives", { ...second, "src/labels.ts": lines(90) }));
    await file("src/new.ts").getByText("Seen to its end").waitFor();
    await file("src/App.tsx").getByText("Marked as read").waitFor();
    await file("src/labels.ts").getByRole("button", { name: "Mark as read: src/labels.ts" }).waitFor();
  });

  test("of changes is not reading the same file against another text, nor whole", async () => {
    await open(await update("Against", long, longer));
    await readToEnd(file("src/App.tsx"));
    await page.getByLabel("Compare with").selectOption({ label: "Nothing, whole files" });
    await page.getByRole("button", { name: "Mark as read: src/App.tsx" }).waitFor();
    await page.getByLabel("Compare with").selectOption({ label: "Approved revision 1" });
    await file("src/App.tsx").getByText("Seen to its end").waitFor();
  });
});

describe("a revision of what nobody let in", () => {
  const first = { "src/App.tsx": `${lines(90)}export default () => null;\n` };
  const second = { "src/App.tsx": first["src/App.tsx"].replace("line2 = 2", "line2 = 3") };
  const folds = (): Locator => changes("src/App.tsx").getByText(/unchanged lines/);

  test("is shown whole where the one before was not read to its end", async () => {
    await open(await propose("Half read", first));
    await file("src/App.tsx")
      .getByText(/Read to line/)
      .waitFor();
    await open(await propose("Half read", second));
    await changes("src/App.tsx").locator("ins").first().waitFor();
    expect(await folds().count()).toBe(0);
    await file("src/App.tsx")
      .getByText(/Read to line/)
      .waitFor();
    expect(await file("src/App.tsx").getByText("Seen to its end").count()).toBe(0);
  });

  test("folds what this person read of the one before", async () => {
    await open(await propose("All read", first));
    await readToEnd(file("src/App.tsx"));
    await open(await propose("All read", second));
    await folds().waitFor();
    await file("src/App.tsx").getByText("Seen to its end").waitFor();
  });
});

describe("the search over all files", () => {
  const field = (): Locator => page.getByRole("searchbox", { name: "Search files" });
  const found = (): Locator => page.getByRole("search").getByRole("status");

  test("finds folded, removed and unchanged lines and paths, and steps through them", async () => {
    await open(await update("Searches"));
    await changes("src/App.tsx").focus();
    await page.keyboard.press("/");
    await page.keyboard.type("LINE30");
    await expect.poll(async () => await found().innerText()).toBe("1 found");
    expect(await changes("src/App.tsx").getByText("line30").count()).toBe(0);
    await page.keyboard.press("Enter");
    await expect.poll(async () => await found().innerText()).toBe("1 of 1");
    await changes("src/App.tsx").getByText("line30").waitFor();
    expect(await page.evaluate(() => CSS.highlights.get("found-here")?.size)).toBe(1);
    await field().fill("gone");
    await page.keyboard.press("Enter");
    await expect.poll(async () => await found().innerText()).toBe("1 of 1");
    await field().fill("gap: 1");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "src/same.css, whole file" }).waitFor();
    await field().fill("vote");
    await expect.poll(async () => await found().innerText()).toMatch(/^\d+ found$/);
    await page.keyboard.press("Shift+Enter");
    await expect.poll(async () => await found().innerText()).toMatch(/^(\d+) of \1$/);
    await page.keyboard.press("Escape");
    expect(await field().count()).toBe(0);
    expect(await changes("src/App.tsx").evaluate((one) => one === document.activeElement)).toBe(true);
    expect(complaints).toEqual([]);
  });

  test("leads past nothing as if it were read", async () => {
    const long = { "src/App.tsx": `${lines(300)}export default () => null;\n` };
    await open(await propose("Leads", long));
    await file("src/App.tsx")
      .getByText(/Read to line/)
      .waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("line299");
    await expect.poll(async () => await found().innerText()).toBe("1 found");
    await page.keyboard.press("Enter");
    await page.waitForTimeout(1500);
    expect(await file("src/App.tsx").getByText("Seen to its end").count()).toBe(0);
  });
});

describe("a comment begins on lines", () => {
  test("by the pointer over numbers, and by keyboard alone", async () => {
    await open(await update("Comments"));
    const box = changes("src/App.tsx");
    await box.locator("ins").first().hover();
    await box.getByRole("button", { name: "Comment on line 1", exact: true }).click();
    await box.getByRole("textbox").first().waitFor();
    await page.keyboard.press("Escape");
    await changes("src/labels.ts").focus();
    await page.keyboard.press("c");
    await changes("src/labels.ts").getByRole("textbox").first().waitFor();
  });
});

test.each(Object.entries(LOOKS))("has no fault that a machine can find: %s", async (_name, options) => {
  const id = await update(`Faultless ${_name}`);
  await context.close();
  await look(options);
  await open(id);
  await changes("src/new.ts").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("vote");
  expect(await faultsOf(page)).toEqual([]);
  if (!_name.startsWith("desk")) return;
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Side by side" }).click();
  expect(await faultsOf(page)).toEqual([]);
});
