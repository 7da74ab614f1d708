import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { launchBrowser } from "../testkit/browser.ts";
import { complaintsOf } from "../testkit/looks.ts";
import { signInOn } from "../testkit/pages.ts";
import { Person } from "../testkit/person.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// Hostile code in every disguise, shown for what it is beside the version that it would replace (cases R1, R2, R4, R5).

const APP = "src/App.tsx";
const OLD = "export default () => null;\n";
const PAYLOAD = "payload(); function payload() {}";
const MARKUP = `[x](javascript:alert(1)) [y](JaVaScRiPt&#58;alert(1)) <img src=x onerror=alert(1)><svg onload=alert(1)></textarea><script>alert(1)</script>`;

let server: TestServer;
let browser: Browser;
let page: Page;
let agent: Agent;
let owner: Person;
let room_id: string;
let complaints: string[];
let count = 0;

beforeAll(async () => {
  server = await TestServer.launch({ env: { ANTEROOM_PENDING_LIMIT: "0" } });
  browser = await launchBrowser();
  agent = new Agent(server.origin, await adminToken(server));
  owner = await Person.signIn(server.origin);
  room_id = await agent.roomId();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  complaints = complaintsOf(page);
  page.on("dialog", (dialog) => {
    complaints.push(dialog.message());
    void dialog.dismiss();
  });
  await signInOn(page, server.origin);
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});
beforeEach(() => {
  complaints.length = 0;
  return () => expect(complaints).toEqual([]);
});

type Files = Readonly<Record<string, string>>;

async function propose(name: string, files: Files): Promise<string> {
  count += 1;
  const args = { room_id, name, files, idempotency_key: `hostile number ${count}` };
  for (;;) {
    const made = await agent.call("propose_room_snippet_app", args);
    if (!made.isError) return (made.structuredContent as Proposed).proposal_id;
    // Large files take a busy machine long to check: it says so, and may be asked again.
    expect(made.structuredContent).toMatchObject({ error: { code: "unavailable" } });
  }
}

/** Opens the card of an update of a harmless app. */
async function openUpdate(name: string, { from = { [APP]: OLD }, to }: { from?: Files; to: Files }) {
  await owner.approve(await propose(name, from));
  const proposal_id = await propose(name, to);
  await page.goto(`${server.origin}/connected/proposals/${proposal_id}`);
  await page.getByRole("heading", { name: /Review all proposed files/ }).waitFor();
  await page.getByText("Comparing…").first().waitFor({ state: "detached" });
  return proposal_id;
}

const file = (path: string): Locator => page.locator(`[data-file="${path}"]`);
const changes = (path: string): Locator => page.getByRole("region", { name: `${path}, changes` });
const approve = (): Locator => page.getByRole("button", { name: "Approve as update" });

/** The rows of a file that were removed or added, each by its sign and text, and what is told of it. */
async function changed(path: string): Promise<string[]> {
  const rows = changes(path).locator("del, ins");
  await rows.first().waitFor();
  return await rows.evaluateAll((all) =>
    all.map((row) => {
      const { innerText } = row as HTMLElement;
      return `${row.localName === "ins" ? "+" : "-"}${innerText.replaceAll("\n", " | ")}`;
    }),
  );
}

/** What of a page a person would not see or see as something else: in its texts, its labels and its title. */
async function hiddenOn(): Promise<string[]> {
  return await page.evaluate(() => {
    const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u2028\u2029\u0085]/u;
    const found: string[] = unseen.test(document.title) ? [`title: ${document.title}`] : [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      if (unseen.test(node.textContent ?? "")) found.push(`text: ${node.textContent}`);
    }
    for (const element of document.querySelectorAll("*")) {
      for (const { name, value } of element.attributes) {
        // Names of files by which the page finds them again; nobody reads them.
        if (name !== "data-file" && unseen.test(value)) found.push(`${name}: ${value}`);
      }
    }
    return found;
  });
}

describe("hidden characters in changed lines", () => {
  test("bidirectional ones are drawn, in lines, names and paths, and each line keeps to itself (R1)", async () => {
    const path = "src/user\u202egpj.ts";
    const name = "Board\u202e drab";
    await openUpdate(name, {
      to: {
        [APP]: `if (level !== "user\u202e \u2066// check admin\u2069 \u2066") grant();\n${OLD}`,
        [path]: 'export const greeting = "שלום, مرحبا";\n',
      },
    });
    expect(await changed(APP)).toEqual([
      '+if (level !== "userU+202E U+2066// check adminU+2069 U+2066") grant();',
    ]);
    await page.getByText("6 hidden characters").first().waitFor();
    expect(await page.title()).toContain("BoardU+202E drab");
    // What is legitimately written from right to left stands as it is.
    expect(await changed("src/userU+202Egpj.ts")).toEqual(['+export const greeting = "שלום, مرحبا";']);
    const isolated = await changes(APP)
      .locator("ins")
      .evaluate((row) => getComputedStyle(row).unicodeBidi);
    expect(isolated).toBe("isolate");
    expect(await hiddenOn()).toEqual([]);
  });

  test("whole families are counted and drawn, and an emoji raises no alarm (R2)", async () => {
    const tags = String.fromCodePoint(...Array.from({ length: 40 }, (_, index) => 0xe0041 + index));
    const others = "\u{e0100}\u{e01ef}\u2060\u3164\uffa0\u180b\u115f";
    await openUpdate("Families", {
      to: {
        [APP]: `const \u3164 = "${tags}";\nconst b = "${others}";\n${OLD}`,
        "src/fine.ts": 'export const heart = "❤\ufe0f";\n',
      },
    });
    const [identifier = "", rest = ""] = await changed(APP);
    expect(identifier).toMatch(/^\+const U\+3164 = "U\+E0041/);
    expect(identifier.match(/U\+E00/g)).toHaveLength(40);
    expect(rest).toBe('+const b = "U+E0100U+E01EFU+2060U+3164U+FFA0U+180BU+115F";');
    await file(APP).getByText("48 hidden characters").waitFor();
    expect(await file("src/fine.ts").getByText("hidden character").count()).toBe(0);
  });
});

describe("a payload out of sight (R4)", () => {
  const harmless = "// harmless\n";
  const shapes: Readonly<Record<string, { from: Files; to: Files; path: string }>> = {
    "after 300 lines": {
      from: { [APP]: OLD },
      to: { [APP]: `${OLD}${harmless.repeat(300)}${PAYLOAD}\n` },
      path: APP,
    },
    "at column 15,000": {
      from: { [APP]: `${OLD}const a = "";\n` },
      to: { [APP]: `${OLD}const a = "${"a".repeat(15_000)}"; ${PAYLOAD} //${"b".repeat(5000)}\n` },
      path: APP,
    },
    "after 3,000 blank lines": {
      from: { [APP]: OLD },
      to: { [APP]: `${OLD}${"\n".repeat(3000)}${PAYLOAD}\n` },
      path: APP,
    },
    "in the 60th of 80 files": {
      from: { [APP]: OLD },
      to: {
        [APP]: OLD,
        ...Object.fromEntries(
          Array.from({ length: 79 }, (_, index) => [
            `src/n${index + 10}.ts`,
            index === 58 ? PAYLOAD : harmless.repeat(30),
          ]),
        ),
      },
      path: "src/n68.ts",
    },
    "in 1 MB without line breaks": {
      from: { [APP]: OLD, "src/z3.ts": "x();" },
      to: {
        [APP]: OLD,
        ...Object.fromEntries([0, 1, 2].map((index) => [`src/z${index}.ts`, "x();".repeat(65_000)])),
        "src/z3.ts": `${"x();".repeat(60_000)}${PAYLOAD}`,
      },
      path: "src/z3.ts",
    },
  };

  test.each(Object.entries(shapes))("%s: withheld, and the search leads to it", async (name, shape) => {
    await openUpdate(name, shape);
    expect(await approve().getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("/");
    await page.keyboard.type("payload(); function");
    const found = page.getByRole("search").getByRole("status");
    await expect.poll(async () => await found.innerText()).toBe("1 found");
    await page.keyboard.press("Enter");
    const row = changes(shape.path).locator("ins").filter({ hasText: PAYLOAD });
    await row.waitFor();
    // The whole of it is there, wrapped: nothing stands beside the window.
    expect((await row.textContent())?.includes(PAYLOAD)).toBe(true);
    expect(await row.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
    // Being led there is not having read what comes before.
    await page.waitForTimeout(1200);
    expect(await approve().getAttribute("aria-disabled")).toBe("true");
  });
});

describe("markup", () => {
  /** No element was made of it, and nothing in it is hidden. */
  async function expectInert(): Promise<void> {
    expect(await page.locator("img, a[href^='javascript' i], main script").count()).toBe(0);
    expect(await hiddenOn()).toEqual([]);
  }

  test("is text in names, paths, code, comments and answers, titles, toasts and lists (R5)", async () => {
    const name = `Board ${MARKUP.slice(0, 50)}`;
    const path = "src/<img src=x onerror=alert(1)>.ts";
    const first = await propose(name, { [APP]: `// ${MARKUP}\n${OLD}` });
    const [comment_id = ""] = await owner.requestChanges(first, [
      { body: MARKUP, file: APP, line: 1, end_line: 1, suggestion: `// ${MARKUP} better` },
    ]);
    await agent.ask("reply_to_proposal_comment", {
      proposal_id: first,
      comment_id,
      body: `${MARKUP}\u202e\u{e0041}`,
      idempotency_key: "an answer with markup",
    });
    const second = await propose(name, { [APP]: `// ${MARKUP} better\n${OLD}`, [path]: `// ${MARKUP}\n` });
    await page.goto(`${server.origin}/connected/proposals/${second}`);
    await changes(APP).locator("ins").first().waitFor();
    await page.getByRole("button", { name: /^1 comment of earlier revisions/ }).click();
    await page.getByText(`${MARKUP}U+202EU+E0041`).first().waitFor();
    expect(await page.title()).toContain(name);
    await page.getByRole("button", { name: `Copy ${path}` }).click();
    await expectInert();
    await page.goto(`${server.origin}/connected`);
    await page.getByText(name).first().waitFor();
    await expectInert();
    await owner.approve(second);
    for (const address of [`/rooms/${room_id}`, `/rooms/${room_id}/history`]) {
      await page.goto(server.origin + address);
      await page.getByText(name).first().waitFor();
      await expectInert();
    }
  });
});

describe("a change that would not be noticed", () => {
  test("of spaces, look-alikes, composition, line ends and the last line is told in words", async () => {
    const was = [
      "const a = `one  two`;",
      'const role = "admin";',
      'const place = "caf\u00e9";',
      "// note",
      "run();",
      OLD,
    ].join("\n");
    const now = [
      "const a = `one two`;",
      'const role = "\u0430dmin";',
      'const place = "cafe\u0301";',
      "// note\u2028run();",
      OLD.trimEnd(),
    ].join("\n");
    await openUpdate("Unnoticed", { from: { [APP]: was }, to: { [APP]: now } });
    expect(await changed(APP)).toEqual([
      "-const a = `one  two`; | only white space",
      '-const role = "admin"; | other characters that look alike',
      '-const place = "caf\u00e9"; | other characters that look alike',
      "-// note | line end LF",
      "+const a = `one two`; | only white space",
      '+const role = "\u0430dmin"; | other characters that look alike',
      '+const place = "cafe\u0301"; | other characters that look alike',
      "+// note | line end U+2028",
      "-export default () => null; | line end LF",
      "+export default () => null; | no line end",
    ]);
  });

  test("of a mark before the first letter, a form feed or a return alone is shown", async () => {
    const from = { [APP]: OLD, "src/a.ts": "// a run();\n", "src/b.css": "a { color: red; }\n" };
    const to = {
      [APP]: `\ufeff${OLD}`,
      "src/a.ts": "// a\rrun();\n",
      "src/b.css": "a { \fcolor:\u000b\u0085 red; }\n",
    };
    await openUpdate("Marks", { from, to });
    expect(await changed(APP)).toEqual(["-export default () => null;", "+U+FEFFexport default () => null;"]);
    expect(await changed("src/a.ts")).toEqual(["-// a run();", "+// a", "+run();"]);
    expect(await changed("src/b.css")).toEqual([
      "-a { color: red; }",
      "+a { U+000Ccolor:U+000BU+0085 red; }",
    ]);
  });

  test("within a block that moved is no part of the move, and a file under another name is removed and new", async () => {
    const block = (check: string): string =>
      `export function may(id: string) {\n  const all = rights(id);\n  ${check}\n  log(id);\n  return true;\n}\n`;
    const fill = "// between\n".repeat(40);
    const from = { [APP]: OLD, "src/rights.ts": `${block("if (!all.admin) return false;")}${fill}` };
    const to = { [APP]: OLD, "src/Rights.ts": `${fill}${block("if (!all.admin) return true;")}` };
    await openUpdate("Moves", { from, to });
    const rows = await changed("src/Rights.ts");
    expect(rows).toContain("+  if (!all.admin) return true;");
    expect(rows).toHaveLength(46);
    await file("src/rights.ts").getByText("Removed", { exact: true }).waitFor();
    const edited = changes("src/Rights.ts").locator("ins").filter({ hasText: "return true;" }).first();
    const isMoved = async (row: Locator): Promise<string> =>
      await row.evaluate((one) => getComputedStyle(one, "::after").content);
    expect(await isMoved(edited)).toBe('"+"');
    expect(await isMoved(changes("src/Rights.ts").locator("ins").first())).toBe('"»"');
  });

  test("is in no fold: what is folded away is the same to the letter", async () => {
    const lines = (word: string): string =>
      Array.from({ length: 300 }, (_, index) => `const ${word}${index} = "${index}";\n`).join("");
    const was = `${lines("a")}${OLD}`;
    await openUpdate("Folds", {
      from: { [APP]: was },
      to: { [APP]: was.replace('"150"', '"15\u200b0"').replace('"299"', '"29 9"') },
    });
    expect(await changed(APP)).toEqual([
      '-const a150 = "150";',
      '+const a150 = "15U+200B0";',
      '-const a299 = "299"; | only white space',
      '+const a299 = "29 9"; | only white space',
    ]);
    const more = changes(APP).getByRole("button", { name: "Show all" });
    while ((await more.count()) > 0) await more.first().press("Enter");
    const unchanged = changes(APP).locator("[data-lines] div[data-line]");
    await expect.poll(async () => await unchanged.count()).toBe(299);
    const same = await unchanged.allInnerTexts();
    expect(same.every((line) => was.includes(`${line}\n`))).toBe(true);
  });
});

test("a revision that nobody looked at folds nothing of itself away in the next", async () => {
  const long = `${"// harmless\n".repeat(200)}${PAYLOAD}\n${"// harmless\n".repeat(100)}`;
  await propose("Unread", { [APP]: `${OLD}${long}` });
  const next = await propose("Unread", { [APP]: `${OLD}// small\n${long}` });
  await page.goto(`${server.origin}/connected/proposals/${next}`);
  await changes(APP).locator("ins").first().waitFor();
  await page.waitForTimeout(1200);
  const button = page.getByRole("button", { name: "Approve and create" });
  expect(await button.getAttribute("aria-disabled")).toBe("true");
  expect(await changes(APP).getByText("unchanged line").count()).toBe(0);
});

test("no colour makes code look like a comment or a string", async () => {
  const to = {
    [APP]: `// a\rrun(1);\nx = () => {}\n/a/* b; run(2); /*/g*/ -x/1;\n${OLD}`,
    "src/a.css": "a { b: url(data:/*); run: 1; c: url(data:*/) }\n",
  };
  await openUpdate("Colours", { from: { [APP]: OLD, "src/a.css": "a {}\n" }, to });
  await expect.poll(async () => (await painted("code-key")).length).toBeGreaterThan(0);
  const silent = [...(await painted("code-com")), ...(await painted("code-str"))];
  expect(silent.filter((text) => text.includes("run"))).toEqual([]);
  expect(silent).toContain("// a");
});

/** The pieces of text that are painted in a colour. */
async function painted(name: string): Promise<string[]> {
  return await page.evaluate(
    (highlight) =>
      [...(CSS.highlights.get(highlight) ?? [])].map(({ startContainer, startOffset, endOffset }) =>
        (startContainer.textContent ?? "").slice(startOffset, endOffset),
      ),
    name,
  );
}
