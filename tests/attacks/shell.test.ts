import { createHmac, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { personOperations } from "@anteroom/features/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Authenticator } from "../../packages/features/src/testing/authenticator.ts";
import { arrive, Client, connect, letIn } from "../../packages/features/src/testing/visitor.ts";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { AuthenticatorApp } from "../testkit/authenticator-app.ts";
import { consenting } from "../testkit/consenting.ts";
import { bytesOf, entriesOf } from "../testkit/data-folder.ts";
import { letSignInsAge } from "../testkit/doors.ts";
import { approvalOf, Person } from "../testkit/person.ts";
import { rowsOf } from "../testkit/rows.ts";
import { labelApp } from "../testkit/samples.ts";
import { adminToken, anteroom, OWNER, TestServer } from "../testkit/server.ts";

// A program that runs on the machine as the same user: it reads every file, among them the browser's cookies,
// and talks to the server as it likes. What it cannot have is the person.

const COMPANY_SECRET = "secret-of-the-company's-client";
const COMPANY = {
  ANTEROOM_OIDC: "example",
  ANTEROOM_OIDC_EXAMPLE_ISSUER: "https://sign-in.example.test",
  ANTEROOM_OIDC_EXAMPLE_CLIENT_ID: "anteroom",
  ANTEROOM_OIDC_EXAMPLE_CLIENT_SECRET: COMPANY_SECRET,
  ANTEROOM_OIDC_EXAMPLE_DOMAINS: "example.test",
};

interface PasskeyRequest {
  readonly ticket: string;
  readonly options: Record<string, unknown>;
}

let server: TestServer;
let owner: Person;
let agent: Agent;
let room_id: string;
let workspace_id: string;
/** The owner's, in a pocket that no program reaches into. */
const device = new Authenticator();
let proposals = 0;

beforeAll(async () => {
  server = await TestServer.launch({ env: { ...COMPANY, ANTEROOM_PENDING_LIMIT: "0" } });
  owner = await Person.signIn(server.origin);
  agent = new Agent(server.origin, await adminToken(server));
  room_id = await agent.roomId();
  const home = await owner.do<{ workspaces: { workspace_id: string }[] }>("open_home");
  ({ workspace_id } = home.workspaces[0]!);
  await enrol(owner, device);
});
afterAll(async () => await server?.[Symbol.asyncDispose]());

const honest = () => ({ origin: server.origin });

async function enrol(person: Person, by: Authenticator): Promise<void> {
  const { ticket, options } = await person.do<PasskeyRequest>("begin_add_passkey");
  await person.do("finish_add_passkey", { ticket, credential: by.create(options, honest()), name: "Laptop" });
}

async function propose(): Promise<string> {
  proposals += 1;
  const name = `App ${proposals}`;
  const files = labelApp(name);
  const args = { room_id, name, files, idempotency_key: `key of ${name}` };
  return (await agent.ask<Proposed>("propose_room_snippet_app", args)).proposal_id;
}

const stateOf = async (proposal_id: string) => (await owner.card(proposal_id)).state;

/** An approval as the owner sends it who touches the passkey. */
async function confirmedApproval(proposal_id: string) {
  const approval = approvalOf(await owner.card(proposal_id));
  const { files_seen: _, ...seen } = approval;
  const { passkey } = await owner.do<{ passkey: PasskeyRequest }>("begin_approval", seen);
  return { ...approval, ticket: passkey.ticket, credential: device.get(passkey.options, honest()) };
}

/** What reads the cookies of the owner's browser has the whole of its sign-in. */
const thief = () => Person.holding(server.origin, owner.headers);

async function invited(): Promise<{ secret: string; email: string; person: Person }> {
  const { link } = await owner.do<{ link: string }>("invite_to_room", { room_id });
  const email = `member${randomBytes(4).toString("hex")}@example.test`;
  const person = await Person.join(link, { name: "Member", email, password: "a password of a member" });
  return { secret: new URL(link).hash.slice(1), email, person };
}

describe("the data folder", () => {
  /** Uses every way in and out of accounts, and returns what it went by. */
  async function secretsOfPeople(): Promise<string[]> {
    const { person, secret, email } = await invited();
    const before = person.headers["cookie"] ?? "";
    await person.do("confirm", { password: "a password of a member" });
    const cookies = [before, person.headers["cookie"] ?? ""].flatMap((header) => header.split(/; |\./u));
    const factor = await person.do<{ secret: string; uri: string }>("begin_second_factor");
    const app = new AuthenticatorApp(factor.uri);
    const { recovery_codes } = await person.do<{ recovery_codes: string[] }>("finish_second_factor", {
      code: app.code(),
    });
    const first = await Person.holding(server.origin, {}).do<{ second_step: { ticket: string } }>("sign_in", {
      email,
      password: "a password of a member",
    });
    const args = ["admin", "reset-link", "--for", email, "--json"];
    const made = await anteroom(args, { ANTEROOM_DATA: server.data, ANTEROOM_PUBLIC_URL: server.origin });
    const { link } = JSON.parse(made.stdout) as { link: string };
    const reset = new URL(link).hash.slice(1);
    await Person.holding(server.origin, {}).do("reset_password", {
      secret: reset,
      password: "a wholly new password",
    });
    return [
      ...cookies.map((pair) => pair.slice(pair.indexOf("=") + 1)).filter((value) => value.length > 40),
      ...recovery_codes.flatMap((code) => [code, code.replaceAll("-", "")]),
      "a password of a member",
      "a wholly new password",
      OWNER.password,
      secret,
      reset,
      factor.secret,
      first.second_step.ticket,
      person.headers["anteroom-proof"] ?? "",
    ];
  }

  /** Lets clients in by every way, and returns what they and the browser held. */
  async function secretsOfClients(): Promise<string[]> {
    const visitor = await consenting(server.origin);
    const client = await Client.register(server, { token_endpoint_auth_method: "client_secret_post" });
    const consent = await arrive(visitor, client.authorizeUrl());
    const back = await letIn(visitor, client.authorizeUrl());
    const code = back.searchParams.get("code") ?? "";
    const exchanged = await client.exchange(code, { client_secret: client.secret ?? "" });
    const tokens = (await exchanged.json()) as { access_token: string; refresh_token: string };
    const other = await connect(visitor, await Client.register(server));
    const asked = await fetch(`${server.origin}/device_authorization`, {
      method: "POST",
      body: new URLSearchParams({ client_id: client.id, client_secret: client.secret ?? "" }),
    });
    const shown = (await asked.json()) as { device_code: string; user_code: string };
    return [
      consent.slice("/consent/".length),
      code,
      client.secret ?? "",
      tokens.access_token,
      tokens.refresh_token,
      other.access_token,
      other.refresh_token,
      shown.device_code,
      shown.user_code,
      shown.user_code.replace("-", ""),
      String(client.registration["registration_access_token"]),
      await adminToken(server),
      COMPANY_SECRET,
      ...visitor.cookieLines.map((line) => /=([^;]+)/u.exec(line)?.[1] ?? ""),
    ];
  }

  test("holds no password, token, cookie, code or link that anybody used (shell-1)", async () => {
    const secrets = [...(await secretsOfPeople()), ...(await secretsOfClients())];
    expect(secrets.length).toBeGreaterThan(40);
    expect(secrets.filter((secret) => secret.length < 8)).toEqual([]);
    const stored = bytesOf(server.data);
    expect(secrets.filter((secret) => stored.includes(secret))).toEqual([]);
    // What is not secret is found there by the same search.
    for (const plain of [OWNER.email, "Team room", "osfoundry:read"]) expect(stored).toContain(plain);
  });

  test("belongs to its user alone, whatever the folder was before (shell-2)", async () => {
    const before = process.umask(0);
    const parent = await mkdtemp(join(tmpdir(), "anteroom-"));
    const ready = join(parent, "made-by-somebody");
    await mkdir(ready, { mode: 0o755 });
    try {
      for (const data of [join(parent, "new"), ready]) {
        await using open = await TestServer.launch({ data });
        const person = await Person.signIn(open.origin);
        const own = new Agent(open.origin, await adminToken(open));
        const files = labelApp("x");
        const args = { room_id: await own.roomId(), name: "x", files, idempotency_key: "shell-modes" };
        await person.approve((await own.ask<Proposed>("propose_room_snippet_app", args)).proposal_id);
        const entries = entriesOf(data);
        expect(entries.map(({ path }) => path)).toContain(join(data, "anteroom.sqlite-wal"));
        for (const { path, mode, isFile } of entries)
          expect([path, mode]).toEqual([path, isFile ? 0o600 : 0o700]);
      }
    } finally {
      process.umask(before);
      await rm(parent, { recursive: true, force: true });
    }
  });
});

describe("with a copy of the data folder", () => {
  /** Tickets as a program makes them that has the keys which stand in the folder, one for each key. */
  function forge(kind: string, claims: object, nonce = randomBytes(32).toString("base64url")): string[] {
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const body = Buffer.from(JSON.stringify({ nonce, expires_at, claims })).toString("base64url");
    const keys = (rowsOf(server.data)["server_keys"] ?? []) as { value: string }[];
    expect(keys.length).toBeGreaterThan(0);
    return keys.map(({ value }) => {
      const signature = createHmac("sha256", value).update(`${kind}:${body}`).digest("base64url");
      return `${body}.${signature}`;
    });
  }

  test("nobody comes in by an authenticator code alone (shell-1, net-4)", async () => {
    const { person, email } = await invited();
    const { person: who } = await person.do<{ person: { person_id: string } }>("read_account");
    const { uri } = await person.do<{ uri: string }>("begin_second_factor");
    const app = new AuthenticatorApp(uri);
    await person.do("finish_second_factor", { code: app.code() });
    const stranger = Person.holding(server.origin, {});
    for (const ticket of forge("second_step", { person_id: who.person_id, way: "password" })) {
      expect((await stranger.post("finish_sign_in", { ticket, code: app.code(1) })).status).toBe(401);
    }
    expect((await stranger.post("open_home")).status).toBe(401);
    const { second_step } = await stranger.do<{ second_step: { ticket: string } }>("sign_in", {
      email,
      password: "a password of a member",
    });
    await stranger.do("finish_sign_in", { ...second_step, code: app.code(1) });
  });

  test("nobody comes in by a passkey's answer that was kept with a decision (shell-1, shell-3)", async () => {
    await owner.do("approve_proposal", await confirmedApproval(await propose()));
    const decisions = rowsOf(server.data)["decisions"] as { assertion: string | null }[];
    const kept = JSON.parse(decisions.at(-1)?.assertion ?? "{}") as {
      passkey: { credential_id: string };
      response: { clientDataJSON: string };
    };
    const { credential_id: id } = kept.passkey;
    const credential = { id, rawId: id, type: "public-key", response: kept.response };
    const said = Buffer.from(kept.response.clientDataJSON, "base64url").toString();
    const { challenge } = JSON.parse(said) as { challenge: string };
    const stranger = Person.holding(server.origin, {});
    for (const ticket of forge("passkey_sign_in", {}, challenge)) {
      const { status } = await stranger.post("finish_passkey_sign_in", { ticket, credential });
      expect(status).toBe(401);
    }
    const { ticket, options } = await stranger.do<PasskeyRequest>("begin_passkey_sign_in");
    const touched = device.get(options, honest());
    await stranger.do("finish_passkey_sign_in", { ticket, credential: touched });
  });
});

describe("with a stolen sign-in", () => {
  /** The sign-in as the owner made it an hour ago. */
  beforeAll(() => letSignInsAge(server));

  test("nobody approves for who has a passkey, and the approval is kept with its proof (shell-3)", async () => {
    const proposal_id = await propose();
    const approval = approvalOf(await owner.card(proposal_id));
    const { files_seen: _, ...seen } = approval;
    const { passkey } = await thief().do<{ passkey: PasskeyRequest }>("begin_approval", seen);
    const { ticket, options } = passkey;
    const own = new Authenticator();
    own.create(
      { rp: { id: "localhost" }, user: { id: "x" }, challenge: "x", excludeCredentials: [] },
      honest(),
    );
    for (const answer of [
      {},
      { ticket },
      { ticket, credential: {} },
      { ticket, credential: own.answer(own.ids[0] ?? "", options, honest()) },
      // Signed by a key of its own, in the name of the owner's.
      { ticket, credential: { ...own.answer(own.ids[0] ?? "", options, honest()), id: device.ids[0] } },
    ]) {
      expect([401, 403]).toContain(
        (await thief().post("approve_proposal", { ...approval, ...answer })).status,
      );
    }
    expect(await stateOf(proposal_id)).toBe("pending");
    await owner.do("approve_proposal", await confirmedApproval(proposal_id));
    const decisions = rowsOf(server.data)["decisions"] as { proposal_id: string; assertion: string }[];
    const { assertion = "{}" } = decisions.find((one) => one.proposal_id === proposal_id) ?? {};
    expect(JSON.parse(assertion)).toMatchObject({
      challenge: seen,
      passkey: { credential_id: device.ids[0] },
      response: { signature: expect.stringMatching(/^[\w-]+$/u) },
    });
  });

  test("an answer that is caught on its way opens nothing else (shell-4)", async () => {
    const [asked, other] = [await propose(), await propose()];
    const caught = await confirmedApproval(asked);
    const { ticket, credential } = caught;
    const elsewhere = { ...approvalOf(await owner.card(other)), ticket, credential };
    expect((await thief().post("approve_proposal", elsewhere)).status).toBe(401);
    expect((await thief().post("approve_proposal", { ...caught, revision: 2 })).status).toBe(401);
    for (const operation of ["confirm", "finish_passkey_sign_in"]) {
      expect((await thief().post(operation, { ticket, credential })).status).toBe(401);
    }
    expect([await stateOf(asked), await stateOf(other)]).toEqual(["pending", "pending"]);
    await owner.do("approve_proposal", caught);
    expect((await thief().post("approve_proposal", caught)).status).toBe(409);
    expect((await thief().post("approve_proposal", elsewhere)).status).toBe(401);
    expect(await stateOf(other)).toBe("pending");
  });

  test("no dangerous act is done without a fresh confirmation (shell-5)", async () => {
    const stolen = thief();
    const before = rowsOf(server.data);
    const dangerous = personOperations.filter((operation) => "confirmed" in operation);
    expect(dangerous.length).toBeGreaterThan(14);
    const needs = { status: 403, json: { error: { code: "confirmation_required" } } };
    for (const { name, confirmed } of dangerous) {
      const input = typeof confirmed === "object" ? confirmed : {};
      expect(await stolen.post(name, input), name).toMatchObject(needs);
    }
    // An account of one's own that leads a workspace would outlast the stolen sign-in.
    const leads = { workspace_id, role: "admin" };
    expect(await stolen.post("invite_to_workspace", leads)).toMatchObject(needs);
    const guesses = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => await stolen.post("confirm", { password: `guess ${n}` })),
    );
    expect(guesses.filter(({ status }) => status === 200)).toEqual([]);
    expect(guesses.some(({ status }) => status === 429)).toBe(true);
    expect(rowsOf(server.data)).toEqual(before);

    // Who is the person confirms, as the passkey still lets one; the copy of the cookie is no better for it.
    const { passkey } = await owner.do<{ passkey: PasskeyRequest }>("begin_confirmation");
    const { ticket, options } = passkey;
    await owner.do("confirm", { ticket, credential: device.get(options, honest()) });
    expect(await stolen.post("invite_to_workspace", leads)).toMatchObject(needs);
    await owner.do("invite_to_workspace", leads);
  });
});
