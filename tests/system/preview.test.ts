import type { Browser, FrameLocator, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { launchBrowser } from "../testkit/browser.ts";
import { complaintsOf, faultsOf, LOOKS } from "../testkit/looks.ts";
import { signInOn } from "../testkit/pages.ts";
import { approvalOf, Person } from "../testkit/person.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// A proposal can be tried beside its code, by a press, once every file was read; nothing of it stays.

const APP = "src/App.tsx";
const FILES: Readonly<Record<string, string>> = {
  [APP]: `import { useState } from "react";
import { label } from "./label.ts";
console.warn("late by", { minutes: 2 });
void fetch("https://telemetry.example.test/collect").catch(() => {});
export default function App() {
  const [n, setN] = useState(0);
  const spin = () => { for (;;) {} };
  const leave = () => { location.href = "https://away.example.test/"; };
  return <main style={{ paddingBottom: 400 }}>
    <button onClick={() => setN(n + 1)}>{label} {n}</button>
    <button onClick={() => { throw new Error("nobody is next"); }}>Fail</button>
    <button onClick={() => setTimeout(spin, 500)}>Spin</button>
    <button onClick={() => setTimeout(leave, 200)}>Leave</button>
  </main>;
}
`,
  "src/label.ts": `${"// nothing here\n".repeat(60)}export const label = "Next person";\n`,
};

let server: TestServer;
let browser: Browser;
let owner: Person;
let agent: Agent;
let page: Page;
let room_id: string;
let proposal_id: string;

beforeAll(async () => {
  server = await TestServer.launch();
  browser = await launchBrowser();
  owner = await Person.signIn(server.origin);
  agent = new Agent(server.origin, await adminToken(server));
  room_id = await agent.roomId();
  const args = { room_id, name: "Stand-up timer", files: FILES, idempotency_key: "preview-of-a-timer" };
  ({ proposal_id } = await agent.ask<Proposed>("propose_room_snippet_app", args));
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  await signInOn(page, server.origin);
  return async () => await context.close();
});

const opener = (): Locator => page.getByRole("button", { name: "Preview", exact: true });
const pane = (): Locator => page.getByRole("region", { name: "Preview", exact: true });
const part = (name: string): Locator => pane().getByRole("region", { name, exact: true });
const app = (): FrameLocator => page.frameLocator("iframe");

// Keys, not clicks: those go by where a frame stood before the page was last scrolled.

/** Opens the card; `read` marks each file as read by hand. */
async function openCard({ read = true }: { read?: boolean } = {}): Promise<void> {
  await page.goto(`${server.origin}/connected/proposals/${proposal_id}`);
  await opener().waitFor();
  const marks = page.getByRole("button", { name: /^Mark as read/ });
  if (!read) return;
  for (let left = await marks.count(); left > 0; left = await marks.count()) await marks.first().click();
}

async function openPreview(): Promise<void> {
  await openCard();
  await opener().click();
  await app().getByRole("button", { name: "Next person 0" }).waitFor();
}

/** Closes what the frame itself says of failures, which stands over the app. */
async function closeStrip(): Promise<void> {
  await app().getByRole("button", { name: "Close" }).press("Enter");
}

test("is withheld until every file was read, and leads to what is left", async () => {
  await openCard({ read: false });
  expect(await opener().getAttribute("aria-disabled")).toBe("true");
  await page.getByText("once every file is read").waitFor();
  await opener().press("Enter");
  await expect.poll(() => page.locator("[data-file-box]:focus").count()).toBe(1);
  expect(await page.locator("iframe").count()).toBe(0);
  const seen = approvalOf(await owner.card(proposal_id));
  const unread = await owner.post("begin_preview", { ...seen, files_seen: seen.files_seen.slice(1) });
  expect([unread.status, unread.json["error"]]).toMatchObject([409, { code: "conflict_state" }]);
});

test("runs what is shown, and tells what it says and what it was refused", async () => {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  await openPreview();
  await pane().getByText("A trial. What it stores is thrown away when it closes").waitFor();
  expect(
    await app()
      .locator("html")
      .evaluate(() => innerWidth),
  ).toBe(390);
  await part("Console").getByText("late by { minutes: 2 }").waitFor();
  expect(await part("Console").getByRole("listitem").innerText()).toContain("Warning");
  const refused = part("Tried and refused").getByRole("listitem");
  expect(await refused.innerText()).toContain("https://telemetry.example.test/collect");
  expect(await pane().getByRole("link").count()).toBe(0);

  await closeStrip();
  await app().getByRole("button", { name: "Next person 0" }).press("Enter");
  await app().getByRole("button", { name: "Next person 1" }).waitFor();
  await app().getByRole("button", { name: "Fail" }).press("Enter");
  await part("Last error").getByText("Error: nobody is next").waitFor();
  await part("Last error")
    .getByRole("button", { name: `${APP}:11` })
    .click();
  const line = page.locator("[data-line='11']").filter({ has: page.locator("p") });
  await line.getByText("Error: nobody is next").waitFor();
  await part("Console").getByRole("button", { name: "Clear" }).press("Enter");
  await part("Console").getByText("The app has said nothing.").waitFor();

  await pane().getByRole("radio", { name: "Desktop" }).press("Space");
  await expect
    .poll(() =>
      app()
        .locator("html")
        .evaluate(() => innerWidth),
    )
    .toBeGreaterThanOrEqual(1024);
  await app().getByRole("button", { name: "Next person 1" }).waitFor();
  await pane().getByRole("button", { name: "Restart" }).press("Enter");
  await app().getByRole("button", { name: "Next person 0" }).waitFor();

  await pane().getByRole("button", { name: "Close the preview" }).press("Enter");
  expect(await page.locator("iframe").count()).toBe(0);
  await expect.poll(() => opener().evaluate((button) => button === document.activeElement)).toBe(true);
  const { apps } = await owner.do<{ apps: unknown[] }>("open_room", { room_id });
  expect(apps).toEqual([]);
  expect(complaints.filter((said) => !said.includes("nobody is next"))).toEqual([]);
});

test("says so when the app leaves or hangs, and can be closed", async () => {
  await openPreview();
  await closeStrip();
  await app().getByRole("button", { name: "Leave" }).press("Enter");
  await pane().getByText("led its frame away").waitFor();
  await part("Tried and refused").getByText("https://away.example.test").waitFor();
  await pane().getByRole("button", { name: "Restart" }).press("Enter");
  await closeStrip();
  await app().getByRole("button", { name: "Spin" }).press("Enter");
  await pane().getByText("it may be caught in an endless loop").waitFor();
  await pane().getByRole("button", { name: "Close the preview" }).press("Enter");
  expect(await page.locator("iframe").count()).toBe(0);
  await opener().click();
  await app().getByRole("button", { name: "Next person 0" }).waitFor();
});

test("can be forbidden in the workspace, and is audited", async () => {
  await openPreview();
  const { workspaces } = await owner.do<{ workspaces: { workspace_id: string }[] }>("open_home");
  const settings = await page.context().newPage();
  await settings.goto(`${server.origin}/workspaces/${workspaces[0]?.workspace_id}`);
  const log = settings.getByRole("region", { name: "Audit log" });
  await log
    .getByText(/previewed Stand-up timer/)
    .first()
    .waitFor();
  await settings.getByLabel("Previews of proposed apps").selectOption("Not allowed");
  await settings.getByRole("button", { name: "Save" }).click();
  await settings.getByText("The policy holds from now on.").waitFor();
  await log.getByText(/Previews of proposed apps: allowed → not allowed/).waitFor();

  await page.reload();
  await page.getByRole("button", { name: "Approve and create" }).waitFor();
  expect(await opener().count()).toBe(0);
  const seen = approvalOf(await owner.card(proposal_id));
  const refused = await owner.post("begin_preview", seen);
  expect([refused.status, refused.json["error"]]).toMatchObject([403, { code: "forbidden" }]);
  await settings.getByLabel("Previews of proposed apps").selectOption("Allowed");
  await settings.getByRole("button", { name: "Save" }).click();
  await page.reload();
  await opener().waitFor();
});

describe.each(Object.keys(LOOKS))("on a screen: %s", (look) => {
  test("the preview holds for axe, fits its window, and breaks no policy", async () => {
    const context = await browser.newContext(LOOKS[look]);
    page = await context.newPage();
    const complaints = complaintsOf(page);
    await signInOn(page, server.origin);
    await openPreview();
    await part("Console").getByText("late by { minutes: 2 }").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await pane().getByRole("radio", { name: "Desktop" }).press("Space");
    await expect
      .poll(() =>
        app()
          .locator("html")
          .evaluate(() => innerWidth),
      )
      .toBeGreaterThanOrEqual(1024);
    expect(await faultsOf(page)).toEqual([]);
    expect(complaints.filter((said) => !said.includes("telemetry"))).toEqual([]);
    await context.close();
  });
});
