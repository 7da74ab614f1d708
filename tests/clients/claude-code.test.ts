import { afterAll, beforeAll, expect, test } from "vitest";
import { Person } from "../testkit/person.ts";
import { TestServer } from "../testkit/server.ts";
import { INSTALL_WITHIN_MS, installClients } from "./install.ts";
import { Laptop } from "./laptop.ts";
import { shownLines } from "./shown-lines.ts";
import { signInFrom } from "./sign-in.ts";
import { proposes, type Script, StubModel } from "./stub-model.ts";

// Claude Code's own program against a running server. The model is a script; all else is real.

let server: TestServer;
let owner: Person;

beforeAll(async () => {
  await installClients();
  server = await TestServer.launch();
  owner = await Person.signIn(server.origin);
}, INSTALL_WITHIN_MS);
afterAll(async () => await server?.[Symbol.asyncDispose]());

/** How long a client may take to go on; a slow machine is no failure. */
const PATIENCE = { timeout: 60_000 };

const MAY_CALL = "--allowedTools mcp__anteroom__find_resources,mcp__anteroom__propose_room_snippet_app";

/** A laptop whose Claude Code thinks with this script. */
async function laptopWith(model: StubModel): Promise<Laptop> {
  const laptop = await Laptop.open({
    ANTHROPIC_BASE_URL: model.origin,
    ANTHROPIC_AUTH_TOKEN: "nobody",
    ENABLE_TOOL_SEARCH: "false",
  });
  // What a person answered at the first start: the theme, and that this folder is trusted.
  const projects = { [laptop.home]: { hasTrustDialogAccepted: true } };
  await laptop.write(".claude.json", JSON.stringify({ hasCompletedOnboarding: true, projects }));
  return laptop;
}

/** Runs both lines that "Connected" shows; the second signs in. */
async function connect(laptop: Laptop) {
  const [add = "", login = ""] = shownLines("claude-code", server.origin);
  await laptop.run(add);
  const program = await laptop.startInTerminal(login);
  const consent = await signInFrom(program.out, server.origin);
  return { consent, code: await program.ended, said: program.out.text };
}

async function connected(script: Script) {
  await using opening = new AsyncDisposableStack();
  const model = opening.use(await StubModel.start(script));
  const laptop = opening.use(await laptopWith(model));
  await connect(laptop);
  const opened = opening.move();
  return { model, laptop, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

async function waiting() {
  return (await owner.do<{ waiting: { name: string; proposal_id: string }[] }>("list_needs_approval"))
    .waiting;
}

test("the two shown lines connect it: added, listed, signed in, listed again", async () => {
  await using laptop = await Laptop.open();
  const [add = ""] = shownLines("claude-code", server.origin);
  expect(await laptop.run(add)).toContain(`Added HTTP MCP server anteroom with URL: ${server.origin}`);
  // What it asks for to list a server needs no token, so it says "Connected" before the sign-in already.
  const listed = `anteroom: ${server.origin}/api/v1/external-mcp (HTTP) - ✔ Connected`;
  expect(await laptop.run("claude mcp list")).toContain(listed);
  await laptop.run("claude mcp remove anteroom");

  const { consent, code, said } = await connect(laptop);
  expect(consent).toMatchObject({ client_name: "Claude Code (anteroom)", loopback: true });
  expect(consent.redirect_host).toMatch(/^localhost:\d+$/u);
  expect(consent.scopes).toEqual(["osfoundry:read", "osfoundry:write"]);
  expect(said).toContain('Authenticated with "anteroom". Its tools are now available in Claude Code.');
  expect(code).toBe(0);
  expect(await laptop.run("claude mcp list")).toContain(listed);
});

test("a scripted run renews a token that has run out and proposes; the card waits for the owner", async () => {
  await using opened = await connected(proposes("Scripted timer"));
  const { laptop } = opened;
  await laptop.edit(".claude/.credentials.json", (text) =>
    text.replace(/"accessToken":"[^"]+"/u, '"accessToken":"run-out"'),
  );
  const said = await laptop.run(
    `claude -p "Propose a stand-up timer." ${MAY_CALL} --output-format stream-json --verbose`,
  );
  const events = said
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string; is_error?: boolean });
  expect(events.at(-1)).toMatchObject({ type: "result", is_error: false, result: "Please review it." });
  // Its model reads where the person can review, and what comes next.
  expect(said).toContain(`Please review it at ${server.origin}/connected/proposals/prop_`);
  expect(await waiting()).toContainEqual(expect.objectContaining({ name: "Scripted timer" }));
  const { connections } = await owner.do<{ connections: object[] }>("list_connections");
  expect(connections[0]).toMatchObject({ client_name: "Claude Code (anteroom)", login: "working" });
  expect(connections[0]).not.toMatchObject({ presence: "never" });
});

test("a scripted run without a sign-in is told to sign in, and nothing is proposed", async () => {
  await using model = await StubModel.start(proposes("Stranger's timer"));
  await using laptop = await laptopWith(model);
  const [add = ""] = shownLines("claude-code", server.origin);
  await laptop.run(add);
  await laptop.run(`claude -p "Propose a stand-up timer." ${MAY_CALL}`);
  expect(model.heard.at(-1)?.slice(-2000)).toContain("sign in");
  expect((await waiting()).map(({ name }) => name)).not.toContain("Stranger's timer");
});

test("an interactive run hands over a task, and is told of the decision though the server restarted", async () => {
  await using opened = await connected(proposes("Watched timer"));
  const { model, laptop } = opened;
  const program = await laptop.startInTerminal(`claude ${MAY_CALL} -- "Propose a stand-up timer."`);
  // The model goes on at once: it knows the task, and not yet what the person says.
  const heard = (pattern: RegExp) => () => model.heard.some((conversation) => pattern.test(conversation));
  await expect.poll(heard(/task_[\w-]{20,}/u), PATIENCE).toBe(true);
  const approved = heard(/decision\W+state\W+approved\W/u);
  expect(approved()).toBe(false);

  server = await server.restart();
  const { proposal_id } = (await waiting()).find(({ name }) => name === "Watched timer")!;
  await owner.approve(proposal_id);
  await expect.poll(approved, PATIENCE).toBe(true);
  await program.out.until(/completed/u);
});
