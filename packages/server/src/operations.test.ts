import { agentOperations, personOperations } from "@anteroom/features/contract";
import { expect, test } from "vitest";
import { createOperations } from "./operations.ts";

const operations = createOperations(
  [...agentOperations, ...personOperations].map((operation) => ({ operation, handler: async () => ({}) })),
);
const problem = (name: string, input: unknown) =>
  (operations.agent.get(name) ?? operations.person.get(name))?.problemWith(input, false);

const proposal = {
  room_id: "room_1",
  name: "Timer",
  files: { "src/App.tsx": "" },
  idempotency_key: "12345678",
};
const propose = (change: object) => problem("propose_room_snippet_app", { ...proposal, ...change });
const { name: _, ...nameless } = proposal;

test.each([
  [propose({}), undefined],
  [propose({ name: "😀".repeat(200) }), undefined],
  [
    propose({ name: "😀".repeat(201) }),
    "name must be at most 200 characters long; got a text of 201 characters.",
  ],
  [
    propose({ idempotency_key: "1234567" }),
    'idempotency_key must be at least 8 characters long; got "1234567".',
  ],
  [propose({ visibility: "all" }), "visibility is not known here."],
  [propose({ files: { "src/x.ts": { a: 1 } } }), 'files["src/x.ts"] must be a text; got an object.'],
  [propose({ files: ["src/App.tsx"] }), "files must be an object; got a list of 1."],
  [propose({ name: null }), "name must be a text; got null."],
  [problem("propose_room_snippet_app", nameless), "name is missing."],
  [problem("propose_room_snippet_app", "x"), 'The input must be an object; got "x".'],
  [problem("read_connection", { room_id: "x" }), "room_id is not known here."],
  [problem("find_resources", { limit: 51 }), "limit must be at most 50; got 51."],
  [problem("find_resources", { limit: 1.5 }), "limit must be a whole number; got 1.5."],
  [problem("find_resources", { kind: "people" }), 'kind must be one of "project", "room"; got "people".'],
])("%#: %j", (found, message) => {
  expect(found?.message).toBe(message);
});

test("a place deep in the input is named so that it can be found", () => {
  const seen = { path: "src/App.tsx", how: "skimmed" };
  const decision = { proposal_id: "p", revision: 1, name: "n", digest: "d", runtime: "r" };
  const { where } =
    problem("approve_proposal", { ...decision, files_seen: [{ ...seen, how: "seen" }, seen] }) ?? {};
  expect(where).toBe("files_seen[1].how");
});

test("a long text of the caller's is measured, not repeated; controls in a short one are shown as escapes", () => {
  const long = propose({ name: "x", files: { "src/App.tsx": 1, ["k".repeat(5000)]: 1 } });
  expect(JSON.stringify(long).length).toBeLessThan(400);
  expect(problem("find_resources", { kind: "\u202eroom" })?.message).toContain('"\\u202eroom"');
  expect(JSON.stringify(propose({ ["k".repeat(5000)]: 1 })).length).toBeLessThan(800);
});

test("a key like __proto__ among the files is theirs to refuse, and harms nothing", () => {
  expect(propose({ files: JSON.parse('{"__proto__":"x","src/App.tsx":""}') })).toBeUndefined();
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

test("two operations of one name are a fault of ours", () => {
  const [first] = agentOperations;
  const bound = { operation: first, handler: async () => ({}) };
  expect(() => createOperations([bound, bound])).toThrow(first.name);
});

test("in tests an answer that its schema does not know is a fault", async () => {
  const [first] = agentOperations;
  const bounds = [{ operation: first, handler: async () => ({ surprise: true }) }];
  const { agent } = createOperations(bounds, { checkOutput: true });
  await expect(agent.get(first.name)?.handler({} as never, {} as never)).rejects.toThrow(
    "against its schema",
  );
});
