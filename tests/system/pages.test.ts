import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { launchBrowser } from "../testkit/browser.ts";
import { complaintsOf, faultsOf, LOOKS } from "../testkit/looks.ts";
import { signInOn } from "../testkit/pages.ts";
import { Person } from "../testkit/person.ts";
import { labelApp, STAND_UP_TIMER } from "../testkit/samples.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// Every screen as people meet it: in light and dark, on a desk and on a phone, for eyes, ears and keyboards,
// under the policy that the server sets.

let server: TestServer;
let browser: Browser;
let room_id: string;
let project_id: string;
let pending: Proposed;

beforeAll(async () => {
  server = await TestServer.launch();
  browser = await launchBrowser();
  const agent = new Agent(server.origin, await adminToken(server));
  const owner = await Person.signIn(server.origin);
  room_id = await agent.roomId();
  ({ project_id } = await agent.ask<{ project_id: string }>("read_room", { room_id }));
  const propose = async (name: string, files: object, idempotency_key: string) =>
    await agent.ask<Proposed>("propose_room_snippet_app", { room_id, name, files, idempotency_key });
  const approved = await propose("Hello", labelApp("Hello from the Room"), "pages-approved");
  await owner.approve(approved.proposal_id);
  const declined = await propose("Coffee picker", labelApp("Coffee"), "pages-declined");
  await owner.decline(declined.proposal_id, "We have one.");
  pending = await propose("Stand-up timer", STAND_UP_TIMER, "pages-pending");
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

/** Addresses, and what stands on the page once it is whole. */
const SCREENS: Record<string, () => { path: string; shows: string }> = {
  Home: () => ({ path: "/", shows: "Team room" }),
  Connected: () => ({ path: "/connected", shows: "Needs your approval" }),
  "the card": () => ({
    path: `/connected/proposals/${pending.proposal_id}`,
    shows: "Review all proposed files (2)",
  }),
  "the Room": () => ({ path: `/rooms/${room_id}`, shows: "Hello" }),
  "a project": () => ({ path: `/projects/${project_id}`, shows: "Team room" }),
  "your account": () => ({ path: "/account", shows: "Where you are signed in" }),
  "an address that is not there": () => ({ path: "/nowhere", shows: "There is nothing at this address" }),
};
const DOORS: Record<string, () => { path: string; shows: string }> = {
  "sign-in": () => ({ path: "/sign-in", shows: "Sign in" }),
  "a set-up link that is over": () => ({
    path: "/set-up#wrong",
    shows: "This link does not work any more",
  }),
  "a reset link that is over": () => ({ path: "/reset#wrong", shows: "This link does not work any more" }),
  "an invitation that is over": () => ({ path: "/invitation#wrong", shows: "invitation" }),
};

describe.each(Object.entries(LOOKS))("%s", (_, look) => {
  test("every screen holds for axe, is not wider than the window, and breaks no policy", async () => {
    const context = await browser.newContext(look);
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    const visit = async (name: string, { path, shows }: { path: string; shows: string }) => {
      await page.goto(`${server.origin}${path}`);
      await page.getByText(shows).filter({ visible: true }).first().waitFor();
      expect(await faultsOf(page), name).toEqual([]);
    };
    for (const [name, screen] of Object.entries(DOORS)) await visit(name, screen());
    await signInOn(page, server.origin);
    for (const [name, screen] of Object.entries(SCREENS)) await visit(name, screen());
    expect(complaints).toEqual([]);
    await context.close();
  });
});

test("the page's policy allows no inline script, no framing and no foreign host", async () => {
  const response = await fetch(`${server.origin}/`);
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain("unsafe");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toMatch(/style-src 'self' 'nonce-[\w+/=-]{20,}'/);
  const html = await response.text();
  expect(html).not.toMatch(/<script(?![^>]*src=)/);
  expect(html).not.toMatch(/(src|href)="https?:/);
});

test("a card is read and decided by the keyboard alone", async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await signInOn(page, server.origin);
  await page.goto(`${server.origin}/connected/proposals/${pending.proposal_id}`);
  await page.getByRole("heading", { name: /Review all proposed files/ }).waitFor();
  for (let file = 0; file < 2; file += 1) {
    await page.keyboard.press("j");
    await page.keyboard.press("m");
  }
  const approve = page.getByRole("button", { name: "Approve and create" });
  await expect.poll(async () => await approve.getAttribute("aria-disabled")).not.toBe("true");
  await approve.focus();
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => (await (await Person.signIn(server.origin)).card(pending.proposal_id)).state)
    .toBe("approved");
  await page.close();
});
