import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Agent } from "../testkit/agent.ts";
import { launchBrowser } from "../testkit/browser.ts";
import { complaintsOf, faultsOf, LOOKS } from "../testkit/looks.ts";
import { signInOn } from "../testkit/pages.ts";
import { Person } from "../testkit/person.ts";
import { OWNER, TestServer } from "../testkit/server.ts";
import { browserOf, joinTeam, placeOf } from "../testkit/team.ts";

// A client without a browser (RFC 8628): it shows a code, its person types the code here, and it is in.

let server: TestServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await TestServer.launch();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  page = await browserOf(browser, server);
  return async () => await page.context().close();
});

const GRANT = "urn:ietf:params:oauth:grant-type:device_code";

interface Shown {
  readonly client_id: string;
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
}

/** A device begins: it registers itself and gets the code that it shows. */
async function begin(client_name: string): Promise<Shown> {
  const registration = { client_name, grant_types: [GRANT, "refresh_token"], response_types: [] };
  const client = await fetch(`${server.origin}/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...registration, redirect_uris: [], token_endpoint_auth_method: "none" }),
  });
  const { client_id } = (await client.json()) as { client_id: string };
  const shown = await fetch(`${server.origin}/device_authorization`, {
    method: "POST",
    body: new URLSearchParams({ client_id, scope: "osfoundry:read osfoundry:write" }),
  });
  return { client_id, ...((await shown.json()) as Omit<Shown, "client_id">) };
}

/** What the device is told when it asks whether somebody let it in. */
async function poll({ client_id, device_code }: Shown) {
  const answer = await fetch(`${server.origin}/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: GRANT, client_id, device_code }),
  });
  return (await answer.json()) as { access_token?: string; error?: string };
}

async function typeCode(code: string, there = page): Promise<void> {
  await there.getByLabel("Code").fill("");
  await there.getByLabel("Code").pressSequentially(code);
  await there.getByRole("button", { name: "Continue" }).click();
}

test("a code typed as it comes to hand lets the device in, and the page ends", async () => {
  const shown = await begin("Server shell");
  expect((await poll(shown)).error).toBe("authorization_pending");
  await page.goto(shown.verification_uri);
  await page.getByText("Enter only a code that you see on your own device.").waitFor();
  await typeCode(shown.user_code.toLowerCase().replace("-", " "));
  await page.getByRole("heading", { name: "Let Server shell in?" }).waitFor();
  // The code stands there to be compared with the device's.
  await page.getByText(shown.user_code, { exact: true }).waitFor();
  await page.getByRole("checkbox", { name: "General" }).setChecked(true);
  await page.getByRole("button", { name: "Let in" }).click();
  await page.getByText("You can close this page.").waitFor();

  const { access_token = "" } = await poll(shown);
  const agent = new Agent(server.origin, access_token);
  expect(await agent.ask("read_connection", {})).toMatchObject({
    scopes: ["osfoundry:read", "osfoundry:write"],
  });
  await page.goto(`${server.origin}/connected`);
  await page.getByRole("row", { name: /Server shell/ }).waitFor();
});

test("a code that comes with the address is shown, and looked up only when its person says so (phish-4)", async () => {
  const shown = await begin("Tablet");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(shown.verification_uri_complete);
  await page.getByText("Go on only if your device shows exactly this code.").waitFor();
  expect(await page.getByLabel("Code").inputValue()).toBe(shown.user_code);
  expect(asked).not.toContain("/device/read");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Let Tablet in?" }).waitFor();
  await page.getByRole("button", { name: "Not now" }).click();
  await page.getByRole("heading", { name: "Not let in" }).waitFor();
  expect((await poll(shown)).error).toBe("access_denied");
});

test("a code that nobody shows is said to be unknown, and a better one helps", async () => {
  const shown = await begin("Second try");
  await page.goto(`${server.origin}/device`);
  await typeCode("BCD");
  await page.getByText("The code has eight characters.").waitFor();
  await typeCode("BCDF-GHJK");
  await page.getByText("This code is unknown or has expired.").waitFor();
  await typeCode(shown.user_code);
  await page.getByRole("heading", { name: "Let Second try in?" }).waitFor();
});

test("who tries too many codes has to wait, and is told how long", async () => {
  const owner = await Person.signIn(server.origin);
  const guesser = await joinTeam(owner, await placeOf(owner), { name: "Guesser", role: "member" });
  const there = await browserOf(browser, server, guesser);
  await there.goto(`${server.origin}/device`);
  await expect
    .poll(async () => {
      await typeCode("ZZZZ-ZZZZ", there);
      return await there.getByText("Too many tries in a short time.").count();
    })
    .toBe(1);
  await there.getByText(/^Wait \d+ seconds? and try again\.$/).waitFor();
  await there.context().close();
});

test("who is signed out signs in first and comes back to the code", async () => {
  const shown = await begin("Patient device");
  const there = await (await browser.newContext()).newPage();
  await there.goto(shown.verification_uri_complete);
  await there.getByLabel("Email").fill(OWNER.email);
  await there.getByLabel("Password").fill(OWNER.password);
  await there.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect.poll(async () => await there.getByLabel("Code").inputValue()).toBe(shown.user_code);
  await there.context().close();
});

describe.each(Object.entries(LOOKS))("%s", (_, look) => {
  test("both steps hold for axe, fit their window, and break no policy", async () => {
    const context = await browser.newContext(look);
    const there = await context.newPage();
    const complaints = complaintsOf(there);
    await signInOn(there, server.origin);
    const shown = await begin("Looked at");
    await there.goto(shown.verification_uri_complete);
    await there.getByRole("button", { name: "Continue" }).waitFor();
    expect(await faultsOf(there)).toEqual([]);
    await there.getByRole("button", { name: "Continue" }).click();
    await there.getByRole("heading", { name: "Let Looked at in?" }).waitFor();
    expect(await faultsOf(there)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
