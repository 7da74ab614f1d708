import { afterAll, beforeAll, expect, test } from "vitest";
import { Person } from "../testkit/person.ts";
import { TestServer } from "../testkit/server.ts";
import { INSTALL_WITHIN_MS, installClients } from "./install.ts";
import { Laptop } from "./laptop.ts";
import { shownLines } from "./shown-lines.ts";
import { letInFrom, signInFrom } from "./sign-in.ts";
import { proposes, StubModel } from "./stub-model.ts";

// Codex's own program against a running server. The model is a script; all else is real.

let server: TestServer;
let owner: Person;

beforeAll(async () => {
  await installClients();
  server = await TestServer.launch();
  owner = await Person.signIn(server.origin);
}, INSTALL_WITHIN_MS);
afterAll(async () => await server?.[Symbol.asyncDispose]());

/** Settings that keep its logins in the home folder and its thoughts on loopback. */
const settings = (model: StubModel) => `
model_provider = "stub"
mcp_oauth_credentials_store = "file"
[model_providers.stub]
name = "stub"
base_url = "${model.origin}/v1"
env_key = "STUB_KEY"
wire_api = "responses"
[analytics]
enabled = false
`;

async function laptopWith(model: StubModel): Promise<Laptop> {
  const laptop = await Laptop.open({ STUB_KEY: "nobody" });
  await laptop.write(".codex/config.toml", settings(model));
  return laptop;
}

/** Runs the line that "Connected" shows: it adds the server and signs in at once. */
async function connect(laptop: Laptop) {
  const program = laptop.start(shownLines("codex", server.origin).join("\n"));
  const consent = await signInFrom(program.out, server.origin);
  return { consent, code: await program.ended, said: program.out.text, warned: program.err.text };
}

test("the shown line adds it and signs in; it can sign in again where no browser is", async () => {
  await using model = await StubModel.start(proposes("Unasked timer"));
  await using laptop = await laptopWith(model);
  const { consent, code, said, warned } = await connect(laptop);
  expect(consent).toMatchObject({ client_name: "Codex", loopback: true });
  expect(consent.redirect_host).toMatch(/^127\.0\.0\.1:\d+$/u);
  expect(said).toContain("Successfully logged in.");
  expect({ code, warned }).toEqual({ code: 0, warned: "" });
  expect(await laptop.run("codex mcp list")).toMatch(/^anteroom +http\S+ .* OAuth *$/mu);

  await laptop.run("codex mcp logout anteroom");
  expect(await laptop.run("codex mcp list")).toMatch(/^anteroom .* Not logged in *$/mu);
  const login = laptop.start("codex mcp login anteroom --no-browser");
  const { back } = await letInFrom(login.out, server.origin);
  login.write(`${back}\n`);
  expect(await login.ended, login.err.text).toBe(0);
  expect(await laptop.run("codex mcp list")).toMatch(/^anteroom +http\S+ .* OAuth *$/mu);
});

test("a scripted run renews a token that has run out and proposes; the card waits for the owner", async () => {
  await using model = await StubModel.start(proposes("Codex timer"));
  await using laptop = await laptopWith(model);
  await connect(laptop);
  await laptop.edit(".codex/.credentials.json", (text) =>
    text.replace(/"access_token": ?"[^"]+"/u, '"access_token":"run-out"'),
  );
  // Nobody is there to ask, so the person says beforehand that this server's tools may be called.
  const may = `-c 'mcp_servers.anteroom.default_tools_approval_mode="approve"'`;
  const said = await laptop.run(`codex exec --json --skip-git-repo-check ${may} "Propose a stand-up timer."`);
  const items = said
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string; item?: object })
    .filter(({ type }) => type === "item.completed")
    .map(({ item }) => item);
  expect(items).toMatchObject([
    { type: "mcp_tool_call", tool: "find_resources", status: "completed", error: null },
    { type: "mcp_tool_call", tool: "propose_room_snippet_app", status: "completed", error: null },
    { type: "agent_message", text: "Please review it." },
  ]);
  expect(said).toContain(`Please review it at ${server.origin}/connected/proposals/prop_`);
  const { waiting } = await owner.do<{ waiting: { name: string; client_name: string }[] }>(
    "list_needs_approval",
  );
  expect(waiting).toContainEqual(expect.objectContaining({ name: "Codex timer", client_name: "Codex" }));
});
