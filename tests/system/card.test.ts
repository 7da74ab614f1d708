import type { Browser, Locator, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { launchBrowser } from "../testkit/browser.ts";
import { signInOn } from "../testkit/pages.ts";
import { Person } from "../testkit/person.ts";
import { readToEnd } from "../testkit/reading.ts";
import { labelApp } from "../testkit/samples.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// The card against those who want something approved that nobody read (cases R1, R2, R4, R5, R7).

let server: TestServer;
let browser: Browser;
let page: Page;
let agent: Agent;
let owner: Person;
let room_id: string;
const dialogs: string[] = [];

beforeAll(async () => {
  server = await TestServer.launch({ env: { ANTEROOM_PENDING_LIMIT: "0" } });
  browser = await launchBrowser();
  agent = new Agent(server.origin, await adminToken(server));
  owner = await Person.signIn(server.origin);
  room_id = await agent.roomId();
  page = await browser.newPage();
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await signInOn(page, server.origin);
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

async function propose(name: string, files: Record<string, string>): Promise<string> {
  const idempotency_key = `card ${name.slice(0, 20)} ${JSON.stringify(files).length}`;
  const args = { room_id, name, files, idempotency_key };
  return (await agent.ask<Proposed>("propose_room_snippet_app", args)).proposal_id;
}

async function open(proposal_id: string): Promise<void> {
  await page.goto(`${server.origin}/connected/proposals/${proposal_id}`);
  await page.getByRole("heading", { name: /Review all proposed files/ }).waitFor();
}

const approve = (): Locator => page.getByRole("button", { name: "Approve and create" });
const bar = (): Locator => page.getByRole("region", { name: "Decision" });
const box = (path: string): Locator => page.getByRole("region", { name: `${path}, whole file`, exact: true });

async function isWithheld(): Promise<boolean> {
  return (await approve().getAttribute("aria-disabled")) === "true";
}

test("shows names, paths and code for what they are (agent-12)", async () => {
  const html = `<img src=x onerror=alert(1)></textarea><script>alert(1)</script>`;
  const zalgo = "z" + "\u0300\u0301".repeat(20);
  const id = await propose(`a\u202eb ${html.slice(0, 30)} ${zalgo}`, {
    "src/App.tsx": `// harmless\u2028if (level !== "user\u202e \u2066// admin\u2069") grant(\u3164);\rfunction grant() {}\nexport default () => null; // ${html} \u{e0041}\u{e0041}`,
    "src/x\u200b<svg onload=alert(1)>.ts": "",
  });
  await open(id);
  const app = box("src/App.tsx");
  expect(await app.locator("[data-line]").allInnerTexts()).toEqual([
    "// harmless",
    `if (level !== "userU+202E U+2066// adminU+2069") grant(U+3164);`,
    "function grant() {}",
    `export default () => null; // ${html} U+E0041 ×2`,
  ]);
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toContain("aU+202Eb <img src=x");
  expect(await page.title()).toContain("aU+202Eb <img src=x onerror=alert(1)>");
  expect(await page.getByRole("heading", { level: 3 }).allInnerTexts()).toContain(
    "src/xU+200B<svg onload=alert(1)>.ts",
  );
  // 1 and 36 in the name, 1 in a path, 6 in the code.
  await page.getByText("44 hidden characters").waitFor();
  expect(dialogs).toEqual([]);
});

describe("Approve is withheld until what is out of sight was reached, by keyboard alone (phish-2)", () => {
  const end = "hidden(); function hidden() {}";
  const app = "export default () => null;\n";
  const many = Array.from({ length: 20 }, (_, n) => [
    `src/n${String(n).padStart(2, "0")}.ts`,
    n === 15 ? end : "//\n",
  ]);
  const shapes: Readonly<Record<string, Record<string, string>>> = {
    "300 harmless lines": { "src/App.tsx": app + "// harmless\n".repeat(300) + end },
    "one very long line": {
      "src/App.tsx": `${app}const s = "${"a".repeat(15_000)}"; ${end} //${"b".repeat(5000)}`,
    },
    "3,000 blank lines": { "src/App.tsx": app + "\n".repeat(3000) + end },
    "20 files": { "src/App.tsx": app, ...Object.fromEntries(many) },
    "a file without line breaks": { "src/App.tsx": app, "src/z.ts": `${"x();".repeat(50_000)}${end}` },
  };

  test.each(Object.entries(shapes))("%s", async (name, files) => {
    await open(await propose(name, files));
    expect(await isWithheld()).toBe(true);
    await page.getByText(end.slice(0, 9)).first().waitFor({ state: "attached" });
    // Pressed while it is withheld, it decides nothing and leads to what is left.
    await approve().press("Enter");
    for (let step = 0; step < 22 && (await isWithheld()); step += 1) {
      const focused = page.locator(":focus");
      expect(await focused.getAttribute("data-file-box")).toBe("");
      const path = await focused.evaluate((one) => one.closest("article")?.dataset["file"] ?? "");
      await readToEnd(page.locator(`[data-file="${path}"]`));
      await focused.press("j");
    }
    expect(await isWithheld()).toBe(false);
    await page.getByText(/^(The file is|All \d+ files) read\./).waitFor();
  });

  test("what flashed by in a double click was not seen", async () => {
    const long = app + "//\n".repeat(200);
    const id = await propose("Double click", { "src/App.tsx": long, "src/b.ts": long, "src/z.ts": end });
    await open(id);
    for (const path of ["src/App.tsx", "src/b.ts"]) {
      await page.getByRole("button", { name: `Mark as read: ${path}` }).click();
    }
    await page.evaluate("scrollTo(0, 0)");
    expect(await isWithheld()).toBe(true);
    await approve().dblclick({ delay: 50, force: true });
    await expect.poll(isWithheld).toBe(false);
    expect((await owner.card(id)).state).toBe("pending");
  });

  test("what was read of another text counts for nothing", async () => {
    await open(await propose("Changes", labelApp("first")));
    await expect.poll(isWithheld).toBe(false);
    const longer = { "src/App.tsx": labelApp("second")["src/App.tsx"] + "//\n".repeat(200) };
    await propose("Changes", longer);
    await page.getByRole("link", { name: "Look at it" }).click();
    await page.getByText("203 lines").waitFor();
    expect(await isWithheld()).toBe(true);
  });
});

describe("the bar says what is true", () => {
  /** Holds the next decision back; it is sent when the returned function is called. */
  async function holdDecision(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(
      "**/api/v1/{approve,decline}_proposal",
      async (route: Route) => {
        await promise;
        await route.continue();
      },
      { times: 1 },
    );
    return resolve;
  }

  async function ready(name: string): Promise<string> {
    const id = await propose(name, labelApp(name));
    await open(id);
    await expect.poll(isWithheld).toBe(false);
    return id;
  }

  test("when a revision arrives while an approval is on its way", async () => {
    const id = await ready("Races a revision");
    const send = await holdDecision();
    await approve().click();
    await bar().getByText("Approving…").waitFor();
    await propose("Races a revision", labelApp("another text"));
    await bar().getByText("Revision 2 arrived while you read.").waitFor();
    send();
    await bar().getByText("Nothing was decided.").waitFor();
    expect((await owner.card(id)).state).toBe("superseded");
  });

  test("when somebody declines while an approval is on its way", async () => {
    const id = await ready("Races a refusal");
    const send = await holdDecision();
    await approve().click();
    await owner.decline(id, "Not now.");
    await bar().getByText("Not now.").waitFor();
    send();
    expect((await owner.card(id)).state).toBe("declined");
    expect(await approve().count()).toBe(0);
  });

  test("when the answer to an approval is lost", async () => {
    await ready("Loses its answer");
    await page.route(
      "**/api/v1/approve_proposal",
      async (route: Route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await approve().click();
    await bar()
      .getByText(/approved this/)
      .waitFor();
    await bar().getByRole("link", { name: "Open the tab" }).waitFor();
  });

  test("and a reason that was being written is there for the newer revision", async () => {
    await ready("Keeps a reason");
    await bar().getByRole("button", { name: "Decline" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill("It needs a title.");
    await propose("Keeps a reason", labelApp("another text"));
    await page.getByRole("link", { name: "Look at it" }).click();
    await expect.poll(isWithheld).toBe(false);
    expect(await page.getByRole("dialog").count()).toBe(0);
    await bar().getByRole("button", { name: "Decline" }).click();
    const written = page.getByRole("dialog").getByRole("textbox");
    expect(await written.inputValue()).toBe("It needs a title.");
    await page.getByRole("dialog").getByRole("button", { name: "Decline" }).click();
    await bar().getByText("It needs a title.").waitFor();
  });
});
