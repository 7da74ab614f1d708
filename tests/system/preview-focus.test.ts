import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { launchBrowser } from "../testkit/browser.ts";
import { adminToken, TestServer } from "../testkit/server.ts";
import { browserOf } from "../testkit/team.ts";

// An app that takes the keyboard whenever it can gets next to nothing of what is typed into the page around it.

/** Takes the focus every so many ms. */
const greedy = (every: number): string => `import { useEffect, useRef } from "react";
export default function App() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const timer = setInterval(() => { window.focus(); field.current?.focus(); }, ${every});
    return () => clearInterval(timer);
  }, []);
  return <input ref={field} aria-label="Greedy" />;
}
`;

let server: TestServer;
let browser: Browser;
let page: Page;
let agent: Agent;
let room_id: string;

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

const taker = (): Locator => page.frameLocator("iframe").getByLabel("Greedy");
const written = (): Locator => page.getByRole("textbox", { name: "Comment on the whole" });
const isFrameFocused = async (): Promise<boolean> =>
  await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.localName === "iframe");

/** Opens the preview of an app that takes the focus, and begins a comment beside it. */
async function beginBeside(name: string, every: number): Promise<void> {
  const files = { "src/App.tsx": greedy(every) };
  const args = { room_id, name, files, idempotency_key: `a greedy app, ${name}` };
  const { proposal_id } = await agent.ask<Proposed>("propose_room_snippet_app", args);
  page = await browserOf(browser, server);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${server.origin}/connected/proposals/${proposal_id}`);
  await page.getByText("Seen to its end").waitFor();
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await taker().waitFor();
  await page.getByRole("button", { name: "Comment on the whole" }).click();
  await written().click();
}

test("an app that grabs the focus all the time is stopped, and what is written stays where it is written", async () => {
  await beginBeside("All the time", 10);
  await page.getByText("All the time kept taking the keyboard and was stopped").waitFor();
  expect(await page.locator("iframe").count()).toBe(0);
  await page.keyboard.type("words of mine");
  expect(await written().inputValue()).toBe("words of mine");
});

test("one that grabs it now and then has to give it back; the person gets in by Tab and by the pointer", async () => {
  await beginBeside("Now and then", 800);
  for (const letter of "words of mine") {
    await page.keyboard.type(letter);
    await page.waitForTimeout(150);
  }
  // A letter or two may be lost on the way; the others are where they belong.
  await expect.poll(isFrameFocused).toBe(false);
  expect((await written().inputValue()).length).toBeGreaterThan(9);
  await page.getByRole("button", { name: "Close the preview" }).focus();
  for (let step = 0; step < 8 && !(await isFrameFocused()); step += 1) await page.keyboard.press("Tab");
  expect(await isFrameFocused()).toBe(true);
  await written().click();
  await expect.poll(isFrameFocused).toBe(false);
  const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator("iframe").boundingBox()) ?? {};
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
  await page.mouse.click(x + width / 2, y + height / 2);
  await expect.poll(isFrameFocused).toBe(true);
});
