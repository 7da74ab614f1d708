import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { launchBrowser } from "../testkit/browser.ts";
import {
  addPasskey,
  COMPANY,
  letSignInsAge,
  openAccount,
  section,
  setUpAuthenticator,
} from "../testkit/doors.ts";
import { complaintsOf, faultsOf, LOOKS } from "../testkit/looks.ts";
import { signInOn } from "../testkit/pages.ts";
import { PasskeyDevice } from "../testkit/passkey-device.ts";
import { Person } from "../testkit/person.ts";
import { labelApp } from "../testkit/samples.ts";
import { adminToken, OWNER, TestServer } from "../testkit/server.ts";

// "Your account", the question whether it is you, and what a passkey does to an approval.

let server: TestServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let agent: Agent;
let room_id: string;
let guests = 0;

beforeAll(async () => {
  server = await TestServer.launch({ env: COMPANY });
  browser = await launchBrowser();
  agent = new Agent(server.origin, await adminToken(server));
  room_id = await agent.roomId();
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  context = await browser.newContext();
  page = await context.newPage();
});
afterEach(async () => await context.close());

/** Somebody new on "Your account", so that no test meets what another left behind. */
async function newcomer(): Promise<{ email: string; password: string }> {
  guests += 1;
  const name = `Guest${guests}`;
  const who = { email: `guest${guests}@example.test`, password: "a sentence is good" };
  const owner = await Person.signIn(server.origin);
  const { link } = await owner.do<{ link: string }>("invite_to_room", { room_id });
  await Person.join(link, { name, ...who });
  await signInOn(page, server.origin, who);
  await openAccount(page, name);
  return who;
}

const confirming = () => page.getByRole("dialog", { name: "Confirm that it’s you" });

async function changePassword(password: string): Promise<void> {
  await page.getByRole("button", { name: "Change… your password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change your password" });
  await dialog.getByLabel("New password").fill(password);
  await dialog.getByRole("button", { name: "Set password" }).click();
}

test("a name is changed, and stands in the menu at once", async () => {
  await newcomer();
  await page.getByRole("button", { name: "Change… your name" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Ada Example");
  await page.keyboard.press("Enter");
  await page.getByText("You are Ada Example now.").waitFor();
  await page.getByRole("button", { name: "Ada Example" }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("a new password ends every other sign-in, and this browser goes on", async () => {
  const who = await newcomer();
  const other = await browser.newPage();
  await signInOn(other, server.origin, who);
  await changePassword("a much longer sentence");
  await page.getByText("Your new password is set.").waitFor();
  await other.waitForURL(/\/sign-in\?ended=1$/);
  await other.getByText("You were signed out: your sign-in here ended.").waitFor();
  const open = section(page, "Where you are signed in").getByRole("listitem");
  await expect.poll(async () => await open.count()).toBe(1);
  await expect(Person.signIn(server.origin, who)).rejects.toThrow("wrong_credentials");
  await Person.signIn(server.origin, { ...who, password: "a much longer sentence" });
  await other.close();
});

test("a person ends another browser's sign-in, and sees that browser leave", async () => {
  const who = await newcomer();
  const elsewhere = await browser.newContext({
    userAgent: "Mozilla/5.0 (Android 15; Mobile; rv:148.0) Gecko/148.0 Firefox/148.0",
  });
  const other = await elsewhere.newPage();
  await signInOn(other, server.origin, who);
  await page.reload();
  const signIns = section(page, "Where you are signed in");
  await signIns.getByText("Firefox on Android").waitFor();
  await signIns.getByText("This browser").waitFor();
  await signIns.getByRole("button", { name: "End… Firefox on Android" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  expect(new URL(other.url()).pathname).toBe("/");
  await signIns.getByRole("button", { name: "End… Firefox on Android" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End it" }).click();
  await other.waitForURL(/\/sign-in/);
  await signIns.getByText("Firefox on Android").waitFor({ state: "detached" });
  await elsewhere.close();

  await Person.signIn(server.origin, who);
  await page.reload();
  await signIns.getByRole("button", { name: "End all others…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End them" }).click();
  await expect.poll(async () => await signIns.getByRole("listitem").count()).toBe(1);
  await signIns.getByText("This browser").waitFor();
});

describe("when the sign-in is old", () => {
  test("a dangerous act asks first; who leaves the question has changed nothing", async () => {
    const who = await newcomer();
    await letSignInsAge(server);
    await changePassword("a much longer sentence");
    await confirming().waitFor();
    await confirming().getByRole("button", { name: "Close" }).click();
    await page.getByText("It was not confirmed that it is you.").waitFor();
    // What was typed is still there.
    expect(await page.getByLabel("New password").inputValue()).toBe("a much longer sentence");
    await Person.signIn(server.origin, who);

    await page.getByRole("dialog").getByRole("button", { name: "Set password" }).click();
    await confirming().getByLabel("Password").fill("not my password");
    await page.keyboard.press("Enter");
    await confirming().getByText("This is not your password.").waitFor();
    await confirming().getByLabel("Password").fill(who.password);
    await page.keyboard.press("Enter");
    await page.getByText("Your new password is set.").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await Person.signIn(server.origin, { ...who, password: "a much longer sentence" });
  });

  test("with a second factor the password alone does not do", async () => {
    const who = await newcomer();
    const { app } = await setUpAuthenticator(page);
    await letSignInsAge(server);
    await section(page, "Authenticator app").getByRole("button", { name: "New codes…" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Make new codes" }).click();
    await confirming().getByLabel("Password").fill(who.password);
    await confirming().getByLabel("Code", { exact: true }).fill("000000");
    await confirming().getByRole("button", { name: "Confirm" }).click();
    await confirming().getByText("This code does not work.").waitFor();
    await confirming().getByLabel("Code", { exact: true }).fill(app.code(1));
    await confirming().getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("alertdialog", { name: "Recovery codes" }).waitFor();
  });

  test("a passkey confirms by one press, and nothing more is asked for a while", async () => {
    await PasskeyDevice.plugInto(page);
    await newcomer();
    await addPasskey(page, "My laptop");
    await letSignInsAge(server);
    await section(page, "Passkeys").getByRole("button", { name: "Remove… My laptop" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await confirming().getByRole("button", { name: "Confirm with a passkey" }).click();
    await page.getByText("My laptop is removed.").waitFor();
    await section(page, "Passkeys").getByText("No passkey yet.").waitFor();
    await addPasskey(page, "Another one");
    expect(await confirming().count()).toBe(0);
  });
});

test("a company is linked only by who confirmed, and what went wrong there is told here", async () => {
  const who = await newcomer();
  await letSignInsAge(server);
  await page.reload();
  const companies = section(page, "Company sign-ins");
  await companies.getByText("Not linked").waitFor();
  await companies.getByRole("button", { name: "Link… Example Company" }).click();
  await confirming().getByRole("button", { name: "Close" }).click();
  expect(new URL(page.url()).search).toBe("");
  await companies.getByRole("button", { name: "Link… Example Company" }).click();
  await confirming().getByLabel("Password").fill(who.password);
  await page.keyboard.press("Enter");
  // Nobody answers at the company's address.
  await page.getByRole("alert").getByText("The company’s sign-in did not work.").waitFor();
  expect(new URL(page.url()).pathname).toBe("/account");
  await companies.getByText("Not linked").waitFor();
});

test("passkeys are renamed and removed, and a person who does not touch the device adds none", async () => {
  const device = await PasskeyDevice.plugInto(page);
  await newcomer();
  const passkeys = section(page, "Passkeys");
  await device.letPersonVerify(false);
  await passkeys.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  expect(await dialog.getByLabel("Name").inputValue()).toBe("Chrome on Linux");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByText("No passkey answered.").waitFor();
  await device.letPersonVerify(true);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Chrome on Linux is added.").waitFor();

  await passkeys.getByRole("button", { name: "Rename Chrome on Linux" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("The desk");
  await page.keyboard.press("Enter");
  await passkeys.getByText("The desk").waitFor();
  await passkeys.getByText("not used yet").waitFor();
  await passkeys.getByRole("button", { name: "Remove… The desk" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await passkeys.getByText("No passkey yet.").waitFor();
});

test("recovery codes are copied, saved, renewed; and the second factor is switched off again", async () => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await newcomer();
  const { codes } = await setUpAuthenticator(page);
  const factor = section(page, "Authenticator app");
  await factor.getByText(`${codes.length} left`).waitFor();
  await factor.getByRole("button", { name: "New codes…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Make new codes" }).click();
  const shown = page.getByRole("alertdialog", { name: "Recovery codes" });
  const fresh = (await shown.locator("code").innerText()).split("\n").map((line) => line.trim());
  expect(fresh.filter((code) => codes.includes(code))).toEqual([]);
  await shown.getByRole("button", { name: /^Copy/ }).click();
  await shown.getByText("Copied").first().waitFor();
  expect(await page.evaluate(async () => await navigator.clipboard.readText())).toBe(fresh.join("\n"));
  const saving = page.waitForEvent("download");
  await shown.getByRole("link", { name: "Download" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("anteroom-recovery-codes.txt");
  const text = await (await saved.createReadStream()).toArray();
  for (const code of fresh) expect(Buffer.concat(text).toString()).toContain(code);
  await shown.getByRole("button", { name: "I have kept them" }).click();

  await factor.getByRole("button", { name: "Switch off…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Switch off" }).click();
  await factor.getByText("Off. The password alone signs you in.").waitFor();
});

describe("an approval by a passkey", () => {
  const bar = () => page.getByRole("region", { name: "Decision" });
  const approve = () => page.getByRole("button", { name: "Approve and create" });

  async function openCard(name: string): Promise<string> {
    const args = { room_id, name, files: labelApp(name), idempotency_key: `passkey ${name}` };
    const { proposal_id } = await agent.ask<Proposed>("propose_room_snippet_app", args);
    await page.goto(`${server.origin}/connected/proposals/${proposal_id}`);
    await page.getByRole("button", { name: "Mark as read" }).first().click();
    return proposal_id;
  }
  const stateOf = async (proposal_id: string) =>
    (await agent.ask<Proposed>("read_proposal", { proposal_id })).state;

  test("is said before, asked for, and decides nothing when it is left", async () => {
    const device = await PasskeyDevice.plugInto(page);
    await signInOn(page, server.origin, OWNER);
    const before = await openCard("Before the passkey");
    expect(await bar().getByText("Your passkey confirms it.").count()).toBe(0);
    await approve().click();
    await bar().getByText("In Team room").waitFor();
    expect(await stateOf(before)).toBe("approved");

    await openAccount(page, "Owner");
    await addPasskey(page, "My laptop");
    const id = await openCard("By the passkey");
    await bar().getByText("Your passkey confirms it.").waitFor();
    await device.letPersonVerify(false);
    await approve().click();
    await bar().getByText("Your passkey did not confirm it. Nothing was decided.").waitFor();
    expect(await stateOf(id)).toBe("pending");
    await device.letPersonVerify(true);
    await approve().click();
    await bar().getByText("In Team room").waitFor();
    expect(await stateOf(id)).toBe("approved");
  });

  test("stays open to another's decision while the browser asks", async () => {
    const device = await PasskeyDevice.plugInto(page);
    await signInOn(page, server.origin, OWNER);
    await openAccount(page, "Owner");
    await addPasskey(page, "Slow hand");
    const id = await openCard("Declined meanwhile");
    await device.letPersonBePresent(false);
    await approve().click();
    await bar().getByRole("button", { name: "Confirm with your passkey" }).waitFor();
    await (await Person.signIn(server.origin)).decline(id, "Not now.");
    await bar().getByText("Owner declined this").waitFor();
    await device.letPersonBePresent(true);
    expect(await stateOf(id)).toBe("declined");
  });
});

describe.each(Object.entries(LOOKS))("%s", (_, look) => {
  test("the account and its dialogs hold for axe, fit the window, and break no policy", async () => {
    await context.close();
    context = await browser.newContext(look);
    page = await context.newPage();
    const complaints = complaintsOf(page);
    await PasskeyDevice.plugInto(page);
    await newcomer();
    await section(page, "Where you are signed in").getByText("This browser").waitFor();
    expect(await faultsOf(page), "empty").toEqual([]);
    await addPasskey(page, "A name of sixty characters so that it has to break somewhere");
    await section(page, "Authenticator app").getByRole("button", { name: "Set up" }).click();
    await page.getByRole("dialog").getByRole("img", { name: "QR code of the secret" }).waitFor();
    expect(await faultsOf(page), "set up").toEqual([]);
    await page.getByRole("button", { name: "Cancel" }).click();
    await setUpAuthenticator(page);
    expect(await faultsOf(page), "full").toEqual([]);
    await letSignInsAge(server);
    await section(page, "Passkeys")
      .getByRole("button", { name: /^Remove…/ })
      .click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await confirming().getByLabel("Code", { exact: true }).waitFor();
    expect(await faultsOf(page), "confirm").toEqual([]);
    expect(complaints).toEqual([]);
  });
});
