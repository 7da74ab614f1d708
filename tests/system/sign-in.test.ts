import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { launchBrowser } from "../testkit/browser.ts";
import { addPasskey, COMPANY, openAccount, setUpAuthenticator, signOut } from "../testkit/doors.ts";
import { faultsOf, LOOKS } from "../testkit/looks.ts";
import { signInOn } from "../testkit/pages.ts";
import { PasskeyDevice } from "../testkit/passkey-device.ts";
import { Person } from "../testkit/person.ts";
import { anteroom, OWNER, TestServer } from "../testkit/server.ts";

// Every way in: password, passkey, a code after the password, a company's button, and a link for who forgot.

let server: TestServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let guests = 0;

beforeAll(async () => {
  server = await TestServer.launch({ env: COMPANY });
  browser = await launchBrowser();
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

/** Somebody new, so that no test meets what another left behind. */
async function newcomer(): Promise<{ name: string; email: string; password: string }> {
  guests += 1;
  const who = {
    name: `Guest${guests}`,
    email: `guest${guests}@example.test`,
    password: "a sentence is good",
  };
  const owner = await Person.signIn(server.origin);
  const [workspace] = (
    await owner.do<{ workspaces: { projects: { rooms: { room_id: string }[] }[] }[] }>("open_home")
  ).workspaces;
  const room_id = workspace?.projects[0]?.rooms[0]?.room_id;
  const { link } = await owner.do<{ link: string }>("invite_to_room", { room_id });
  await Person.join(link, who);
  return who;
}

async function resetLink(email: string, ...more: string[]): Promise<string> {
  const args = ["admin", "reset-link", "--for", email, "--json", ...more];
  const made = await anteroom(args, { ANTEROOM_DATA: server.data, ANTEROOM_PUBLIC_URL: server.origin });
  expect(made.stderr).toBe("");
  return (JSON.parse(made.stdout) as { link: string }).link;
}

async function typePassword({ email, password }: { email: string; password: string }): Promise<void> {
  await page.goto(`${server.origin}/sign-in`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

const home = async (): Promise<void> => await page.waitForURL(`${server.origin}/`);

/** A browser that knows passkeys, and cannot offer them in a field. */
async function withoutAutofill(): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => await Promise.resolve(false);
  });
}

test("a person enrols a passkey, signs out, and comes back by it without a word typed", async () => {
  await withoutAutofill();
  const device = await PasskeyDevice.plugInto(page);
  const who = await newcomer();
  await signInOn(page, server.origin, who);
  await openAccount(page, who.name);
  await addPasskey(page, "My laptop");
  expect(await device.count()).toBe(1);
  await signOut(page, who.name);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await home();
  await openAccount(page, who.name);
  await page.getByText("By passkey since").waitFor();
  await page.getByText(/last used just now/).waitFor();
});

test("where the browser can, it offers the passkey in the email field, and one touch signs in", async () => {
  const device = await PasskeyDevice.plugInto(page);
  const who = await newcomer();
  await signInOn(page, server.origin, who);
  await openAccount(page, who.name);
  await addPasskey(page, "My phone");
  // Nobody touches it yet: what is offered must not get in the way of the page.
  await device.letPersonVerify(false);
  await signOut(page, who.name);
  await page.getByRole("button", { name: "Use a passkey" }).waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  const email = page.getByLabel("Email");
  expect(await email.getAttribute("autocomplete")).toBe("username webauthn");
  await device.letPersonVerify(true);
  await page.reload();
  await home();
});

test("a passkey that the person does not confirm signs nobody in, and the page says so", async () => {
  const device = await PasskeyDevice.plugInto(page);
  await device.letPersonVerify(false);
  await page.goto(`${server.origin}/sign-in`);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByRole("alert").getByText("No passkey answered.").waitFor();
  expect(new URL(page.url()).pathname).toBe("/sign-in");
});

test("who has a second factor is asked for a code; a recovery code does as well, once", async () => {
  const who = await newcomer();
  await signInOn(page, server.origin, who);
  await openAccount(page, who.name);
  const { app, codes } = await setUpAuthenticator(page);
  expect(codes.length).toBeGreaterThanOrEqual(8);
  await signOut(page, who.name);

  await typePassword(who);
  const code = page.getByLabel("Code", { exact: true });
  await expect.poll(async () => await code.getAttribute("autocomplete")).toBe("one-time-code");
  await code.fill("000000");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").getByText("This code does not work.").waitFor();
  await code.fill(app.code(1));
  await page.getByRole("button", { name: "Sign in" }).click();
  await home();
  await signOut(page, who.name);

  const [recovery = ""] = codes;
  for (const works of [true, false]) {
    await typePassword(who);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(recovery);
    await page.getByRole("button", { name: "Sign in" }).click();
    if (!works) break;
    await home();
    await signOut(page, who.name);
  }
  await page.getByRole("alert").getByText("This code does not work.").waitFor();
  await page.getByRole("button", { name: "Start again" }).click();
  await page.getByLabel("Password").waitFor();
});

test("who forgot the password is told what to do, and the line that is shown makes a link that works once", async () => {
  const who = await newcomer();
  await page.goto(`${server.origin}/sign-in`);
  await page.getByRole("button", { name: "Forgot your password?" }).click();
  await page.getByText("Ask an owner or admin of your workspace").waitFor();
  await page.getByText("npm run --silent anteroom -- admin reset-link --for EMAIL").waitFor();

  const link = await resetLink(who.email);
  await page.goto(link);
  await page.getByText(`For ${who.name}`).waitFor();
  expect(page.url()).not.toContain("#");
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Set password and sign in" }).click();
  await page.getByText("Use 12 characters or more.").waitFor();
  await page.getByLabel("New password").fill("another long sentence");
  await page.getByRole("button", { name: "Set password and sign in" }).click();
  await home();
  await signOut(page, who.name);

  await page.goto(link);
  await page.getByRole("heading", { name: "This link does not work any more" }).waitFor();
  await typePassword(who);
  await page.getByRole("alert").getByText("Email and password do not match.").waitFor();
  await typePassword({ ...who, password: "another long sentence" });
  await home();
});

test("a reset link alone does not get past the second factor, unless it was made to", async () => {
  const who = await newcomer();
  await signInOn(page, server.origin, who);
  await openAccount(page, who.name);
  const { app } = await setUpAuthenticator(page);
  await signOut(page, who.name);
  await page.goto(await resetLink(who.email));
  await page.getByLabel("New password").fill("another long sentence");
  await page.getByRole("button", { name: "Set password and sign in" }).click();
  await page.getByText("Your new password is set. Sign in with a code.").waitFor();
  await page.getByLabel("Code", { exact: true }).fill(app.code(1));
  await page.getByRole("button", { name: "Sign in" }).click();
  await home();
  await signOut(page, who.name);

  await page.goto(await resetLink(who.email, "--forget-factors"));
  await page.getByText("your authenticator app are taken away too").waitFor();
  await page.getByLabel("New password").fill("a third long sentence");
  await page.getByRole("button", { name: "Set password and sign in" }).click();
  await home();
  await openAccount(page, who.name);
  await page.getByText("Off. The password alone signs you in.").waitFor();
});

test("too many wrong passwords: the page says how long to wait", async () => {
  const nobody = { email: "nobody@example.test", password: "not it at all" };
  await typePassword(nobody);
  const alert = page.getByRole("alert");
  await alert.getByText("Email and password do not match.").waitFor();
  for (let tries = 0; tries < 12; tries += 1) {
    await Person.signIn(server.origin, nobody).catch(() => undefined);
  }
  await page.getByLabel("Password").fill(nobody.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await alert.getByText("Too many tries in a short time.").waitFor();
  await alert.getByText(/Wait 1\d minutes and try again\. A passkey or a reset link still works\./).waitFor();
});

test("a company's button leads there and knows the way back; what went wrong there is told in words", async () => {
  await page.goto(`${server.origin}/sign-in?return=%2Fconnected`);
  const link = page.getByRole("link", { name: "Continue with Example Company" });
  expect(await link.getAttribute("href")).toBe("/sign-in/with/example?return=%2Fconnected");
  for (const [problem, words] of [
    ["unknown_person", "Nobody here belongs to that company account yet."],
    ["cancelled", "The company’s sign-in was cancelled."],
    ["expired", "The company’s sign-in took too long."],
    ["<b>made up</b>", "The company’s sign-in did not work."],
  ] as const) {
    await page.goto(`${server.origin}/sign-in?problem=${encodeURIComponent(problem)}`);
    await page.getByRole("alert").getByText(words).waitFor();
  }
});

test("the set-up link makes the owner, and says at once when it is over", async () => {
  await using fresh = await TestServer.launch({ owner: false });
  const link = fresh.setUpLink ?? "";
  await page.goto(`${fresh.origin}/sign-in`);
  await page.getByText("Anteroom is not set up yet. Open the link that the server printed").waitFor();
  await page.goto(link);
  await page.getByLabel("Workspace").fill("Demo workspace");
  await page.getByLabel("Your name").fill("Owner");
  await page.getByLabel("Email").fill(OWNER.email);
  await page.getByLabel("Password").fill(OWNER.password);
  await page.getByRole("button", { name: "Create workspace" }).click();
  await page.waitForURL(`${fresh.origin}/`);
  const other = await browser.newPage();
  await other.goto(link);
  await other.getByRole("heading", { name: "This link does not work any more" }).waitFor();
  expect(await other.getByLabel("Workspace").count()).toBe(0);
  await other.close();
});

describe.each(Object.entries(LOOKS))("%s", (_, look) => {
  test("the doors hold for axe and fit the window", async () => {
    const who = await newcomer();
    const link = await resetLink(who.email);
    await context.close();
    context = await browser.newContext(look);
    page = await context.newPage();
    await page.goto(`${server.origin}/sign-in?problem=domain`);
    await page.getByRole("button", { name: "Forgot your password?" }).click();
    await page.getByRole("link", { name: "Continue with Example Company" }).waitFor();
    expect(await faultsOf(page), "sign-in").toEqual([]);
    await page.goto(link);
    await page.getByLabel("New password").waitFor();
    expect(await faultsOf(page), "reset").toEqual([]);
    await signInOn(page, server.origin, who);
    await openAccount(page, who.name);
    await setUpAuthenticator(page);
    await signOut(page, who.name);
    await typePassword(who);
    await page.getByLabel("Code", { exact: true }).waitFor();
    expect(await faultsOf(page), "code").toEqual([]);
  });
});
