import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Client } from "../../packages/features/src/testing/visitor.ts";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { launchBrowser } from "../testkit/browser.ts";
import { ForeignSite } from "../testkit/foreign-site.ts";
import { PasskeyDevice } from "../testkit/passkey-device.ts";
import { approvalOf, Person } from "../testkit/person.ts";
import { rowsOf } from "../testkit/rows.ts";
import { labelApp } from "../testkit/samples.ts";
import { adminToken, TestServer } from "../testkit/server.ts";
import { browserOf, placeOf } from "../testkit/team.ts";

// Somebody who gets the owner to open links, and to touch a passkey on a page that looks like ours.

let server: TestServer;
let browser: Browser;
let page: Page;
let owner: Person;
let agent: Agent;
let room_id: string;
let count = 0;

beforeAll(async () => {
  server = await TestServer.launch();
  browser = await launchBrowser();
  owner = await Person.signIn(server.origin);
  agent = new Agent(server.origin, await adminToken(server));
  room_id = await agent.roomId();
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  page = await browserOf(browser, server);
  return async () => await page.context().close();
});

async function propose(): Promise<Proposed> {
  count += 1;
  const args = { room_id, name: `App ${count}`, files: labelApp("x"), idempotency_key: `phishing-${count}` };
  return await agent.ask<Proposed>("propose_room_snippet_app", args);
}

const stateOf = async (proposal_id: string) => (await owner.card(proposal_id)).state;

describe("a link", () => {
  test("decides nothing, whatever stands in it; the one to a card shows it (phish-1)", async () => {
    const { proposal_id, review_url } = await propose();
    const { workspace_id } = await placeOf(owner);
    const { link } = await owner.do<{ link: string }>("invite_to_workspace", { workspace_id, role: "guest" });
    const client = await Client.register(server);
    const asked = await fetch(`${server.origin}/device_authorization`, {
      method: "POST",
      body: new URLSearchParams({ client_id: client.id }),
    });
    const { verification_uri_complete } = (await asked.json()) as { verification_uri_complete: string };
    const query = new URLSearchParams(
      Object.entries(approvalOf(await owner.card(proposal_id))).map(([name, value]) => [
        name,
        typeof value === "string" ? value : JSON.stringify(value),
      ]),
    ).toString();
    const before = rowsOf(server.data);
    const ends = ["?decision=approve", "?approve=1", "#approve", "?files_seen=all", `?${query}`, "/approve"];
    for (const path of [
      ...ends.map((end) => review_url + end),
      `${verification_uri_complete}&allow=true`,
      link,
    ]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
    }
    for (const name of ["approve_proposal", "decline_proposal", "sign_out"]) {
      const answered = await page.goto(`${server.origin}/api/v1/${name}?${query}`);
      expect(answered?.status()).toBe(405);
    }
    expect(rowsOf(server.data)).toEqual(before);

    await page.goto(review_url);
    await page.getByRole("heading", { name: /Review all proposed files/ }).waitFor();
    const approve = page.getByRole("button", { name: "Approve and create" });
    await expect.poll(async () => await approve.getAttribute("aria-disabled")).not.toBe("true");
    expect(await stateOf(proposal_id)).toBe("pending");
    await approve.click();
    await expect.poll(async () => await stateOf(proposal_id)).toBe("approved");
  });
});

describe("a passkey's prompt on a page that looks like ours", () => {
  interface PasskeyRequest {
    readonly ticket: string;
    readonly options: Record<string, unknown>;
  }

  let foreign: ForeignSite;
  beforeAll(async () => {
    foreign = await ForeignSite.open();
    return async () => await foreign[Symbol.asyncDispose]();
  });

  /** Has the passkey of this browser asked by the page that is open; undefined where the browser does not. */
  async function ask(how: "create" | "get", options: object): Promise<object | undefined> {
    return await page.evaluate(
      async ([kind, json]) => {
        const read = PublicKeyCredential;
        try {
          const credential =
            kind === "create"
              ? await navigator.credentials.create({
                  publicKey: read.parseCreationOptionsFromJSON(json as never),
                })
              : await navigator.credentials.get({
                  publicKey: read.parseRequestOptionsFromJSON(json as never),
                });
          return credential instanceof read ? credential.toJSON() : undefined;
        } catch {
          return undefined;
        }
      },
      [how, options] as const,
    );
  }

  test("signs nobody in and approves nothing, also for who relays it as it comes (phish-5)", async () => {
    await PasskeyDevice.plugInto(page);
    await page.goto(`${server.origin}/account`);
    const adding = await owner.do<PasskeyRequest>("begin_add_passkey");
    const made = { ticket: adding.ticket, credential: await ask("create", adding.options), name: "Laptop" };
    await owner.do("finish_add_passkey", made);

    const { proposal_id } = await propose();
    const approval = approvalOf(await owner.card(proposal_id));
    const { files_seen: _, ...seen } = approval;
    const beginApproval = async () => {
      const { passkey } = await owner.do<{ passkey: PasskeyRequest }>("begin_approval", seen);
      return passkey;
    };
    const relay = Person.holding(server.origin, {});
    const beginSignIn = async () => await relay.do<PasskeyRequest>("begin_passkey_sign_in");
    const signIn = async (answer: object) => await relay.post("finish_passkey_sign_in", answer);
    const approve = async (answer: object) =>
      await owner.post("approve_proposal", { ...approval, ...answer });

    // On another site the browser itself refuses.
    await page.goto(foreign.apart);
    expect(await ask("get", (await beginSignIn()).options)).toBeUndefined();
    // At another port of our own host it does ask, and signs who asked.
    await page.goto(foreign.beside);
    for (const [begin, finish] of [
      [beginSignIn, signIn],
      [beginApproval, approve],
    ] as const) {
      const { ticket, options } = await begin();
      const credential = await ask("get", options);
      expect(credential).toBeDefined();
      expect((await finish({ ticket, credential })).status).toBe(401);
    }
    expect([await stateOf(proposal_id), (await relay.post("open_home")).status]).toEqual(["pending", 401]);

    // The same on our own page.
    await page.goto(`${server.origin}/account`);
    for (const [begin, finish] of [
      [beginSignIn, signIn],
      [beginApproval, approve],
    ] as const) {
      const { ticket, options } = await begin();
      expect((await finish({ ticket, credential: await ask("get", options) })).status).toBe(200);
    }
    expect(await stateOf(proposal_id)).toBe("approved");
  });
});
