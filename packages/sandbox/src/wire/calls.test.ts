import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CALL_LIMITS, readCall, type AppCall } from "./calls.ts";
import { readGuestMessage, readHostMessage, type GuestMessage, type HostMessage } from "./messages.ts";

const FILE = new Blob(["a"]);
const scope = fc.constantFrom("own", "shared");
const key = fc
  .string({ minLength: 1, maxLength: CALL_LIMITS.key, unit: "binary" })
  .filter((text) => text.isWellFormed() && !text.includes("\0"));
const version = fc.nat();
const condition = fc.option(version, { nil: undefined });
const text = fc.string({ maxLength: 40 });

/** Every form of call, as an honest frame makes it. */
const CALLS: fc.Arbitrary<AppCall> = fc
  .oneof(
    fc.record({ call: fc.constant("get"), of: scope, key }),
    fc.record({ call: fc.constant("set"), of: scope, key, value: fc.json(), ifVersion: condition }),
    fc.record({ call: fc.constant("delete"), of: scope, key, ifVersion: condition }),
    fc.record({ call: fc.constant("list"), of: scope, prefix: fc.oneof(key, fc.constant("")) }),
    fc.record({ call: fc.constant("watch"), of: scope }),
    fc.constant({ call: "members" }),
    fc.record({ call: fc.constant("link"), url: text }),
    fc.record({ call: fc.constant("save"), name: text, data: fc.constant(FILE) }),
    fc.record({ call: fc.constant("copy"), text }),
    fc.record({ call: fc.constant("notify"), text }),
    fc.record({
      call: fc.constant("ask"),
      question: fc.record({ kind: fc.constantFrom("alert", "confirm", "prompt"), text, initial: text }),
    }),
  )
  .map((call) => defined(call) as unknown as AppCall);

/** Values that come near to a message: some parts right, others anything. */
function almost(whole: fc.Arbitrary<object>): fc.Arbitrary<unknown> {
  return fc
    .tuple(whole, fc.dictionary(fc.string(), fc.anything()), fc.nat(), fc.anything())
    .map(([right, more, at, other]) => {
      const names = Object.keys(right);
      return { ...more, ...right, [names[at % names.length] ?? "type"]: other };
    });
}

function defined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));
}

describe("a call", () => {
  test("comes through as it was made, and without what does not belong to it", () => {
    fc.assert(
      fc.property(CALLS, fc.integer({ min: 1 }), (call, id) => {
        const sent = { type: "call", id, call: { ...call, html: "<b>" }, more: 1 };
        expect(readGuestMessage(sent)).toEqual({ type: "call", id, call });
      }),
    );
  });

  test("is read again as the same, whatever came", () => {
    fc.assert(
      fc.property(fc.oneof(almost(CALLS), fc.anything()), (value) => {
        const read = readCall(value);
        if (read !== undefined) expect(readCall(structuredClone(read))).toEqual(read);
      }),
    );
  });

  const KEY = "k".repeat(CALL_LIMITS.key);
  const set = { call: "set", of: "shared", key: KEY, value: "1" };

  test.each<[string, object]>([
    ["of a scope that is none", { ...set, of: "all" }],
    ["without a key", { ...set, key: "" }],
    ["with a key that is too long", { ...set, key: `${KEY}k` }],
    ["with half a character in its key", { ...set, key: "\ud83d" }],
    ["with a value that is no JSON", { ...set, value: "{a: 1}" }],
    ["with a value that is no text", { ...set, value: { toString: null } }],
    [
      "with a value that is too long in bytes",
      { ...set, value: `"${"é".repeat(CALL_LIMITS.value_bytes / 2)}"` },
    ],
    ["with a value that is nested too deep", { ...set, value: `${"[".repeat(201)}${"]".repeat(201)}` }],
    ["with a version below 0", { ...set, ifVersion: -1 }],
    ["with a version that is none", { ...set, ifVersion: "1" }],
    ["with an address of another kind", { call: "link", url: new URL("https://example.test") }],
    ["with a file that is none", { call: "save", name: "a", data: { size: 1 } }],
    ["with a text that is too long", { call: "copy", text: "x".repeat(CALL_LIMITS.text_units + 1) }],
    ["with a question of another kind", { call: "ask", question: { kind: "login", text: "" } }],
    ["by a name of every object", { call: "constructor" }],
  ])("%s is none", (_what, call) => {
    expect(readCall(set)).toEqual(set);
    expect(readCall(call)).toBeUndefined();
    expect(readGuestMessage({ type: "call", id: 1, call })).toEqual({ type: "call", id: 1, call: undefined });
  });

  test.each([0, -1, 1.5, "1", undefined])("without an id, such as %j, cannot be answered", (id) => {
    expect(readGuestMessage({ type: "call", id, call: set })).toBeUndefined();
  });
});

describe("a message", () => {
  const guest: fc.Arbitrary<object> = fc.oneof(
    fc.record({ type: fc.constantFrom("running", "alive", "failed", "console", "call", "notice") }),
    fc.record({ type: fc.constant("call"), id: fc.nat(), call: CALLS }),
    fc.record({ type: fc.constant("notice"), notice: fc.constantFrom("print", "drew_nothing", "prints") }),
  );
  const host: fc.Arbitrary<object> = fc.oneof(
    fc.record({ type: fc.constant("theme"), theme: fc.constantFrom("light", "dark", "blue") }),
    fc.record({ type: fc.constant("room"), room: fc.record({ name: text, locale: text }) }),
    fc.record({ type: fc.constant("answer"), id: fc.nat(), ok: fc.boolean(), value: fc.object() }),
    fc.record({
      type: fc.constant("answer"),
      id: fc.nat(),
      ok: fc.constant(false),
      error: fc.record({ code: fc.constantFrom("quota", "conflict", "other"), message: text }),
    }),
    fc.record({
      type: fc.constant("changed"),
      of: scope,
      changes: fc.array(fc.record({ key, version, value: fc.option(fc.json(), { nil: undefined }) })),
    }),
  );

  test.each<[string, fc.Arbitrary<object>, (value: unknown) => GuestMessage | HostMessage | undefined]>([
    ["of a frame", guest, readGuestMessage],
    ["of a page", host, readHostMessage],
  ])("%s is one or nothing, whatever came, and is not read twice as two", (_of, near, read) => {
    fc.assert(
      fc.property(fc.oneof(near, almost(near), fc.anything({ withNullPrototype: true })), (value) => {
        const message = read(value);
        if (message !== undefined) expect(read(structuredClone(message))).toEqual(message);
      }),
    );
  });

  test.each<HostMessage>([
    { type: "ping" },
    { type: "theme", theme: "dark" },
    { type: "room", room: { name: "Studio", locale: "de-AT" } },
    { type: "answer", id: 1, ok: true, value: { version: 3 } },
    { type: "answer", id: 2, ok: false, error: { code: "conflict", message: "Changed." } },
    {
      type: "changed",
      of: "own",
      changes: [
        { key: "a", version: 1 },
        { key: "b", value: "1", version: 2 },
      ],
    },
  ])("of a page is read: %j", (message) => {
    expect(readHostMessage(structuredClone(message))).toEqual(message);
  });
});
