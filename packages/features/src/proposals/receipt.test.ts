import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type ApprovalFacts, approvalReceipt, readReceipt } from "./receipt.ts";

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("", "__proto__", '","form":"', "\ud800"),
);
const facts: fc.Arbitrary<ApprovalFacts> = fc.record({
  workspace_id: text,
  room_id: text,
  instance_id: text,
  proposal_id: text,
  revision: fc.integer({ min: 1 }),
  name: text,
  kind: text,
  digest: text,
  runtime: text,
  as: fc.constantFrom("create", "update"),
  replaced: fc.option(text),
  decided_by: fc.record({ person_id: text, name: text }),
  decided_at: text,
  own: fc.boolean(),
  files_seen: fc.array(fc.record({ path: text, how: fc.constantFrom("seen", "marked") }), { maxLength: 4 }),
  assertion: fc.option(text),
});

/** What two facts must share to be the same: all, but the order in which files were seen. */
function inOrder({ files_seen, ...rest }: ApprovalFacts) {
  const order = files_seen.map(({ path, how }) => ({ path, how }));
  return { ...rest, files_seen: order.toSorted((a, b) => (a.path + a.how < b.path + b.how ? -1 : 1)) };
}

const SAMPLE: ApprovalFacts = {
  workspace_id: "ws_1",
  room_id: "room_1",
  instance_id: "app_1",
  proposal_id: "prop_1",
  revision: 2,
  name: "Stand-up timer",
  kind: "snippet",
  digest: "d1",
  runtime: "r1",
  as: "update",
  replaced: "d0",
  decided_by: { person_id: "pers_1", name: "Owner" },
  decided_at: "2026-01-02T03:04:05.678Z",
  own: true,
  files_seen: [
    { path: "src/styles.css", how: "marked" },
    { path: "src/App.tsx", how: "seen" },
  ],
  assertion: null,
};

test("a receipt is this text, which a verifier of one's own can make again", () => {
  expect(approvalReceipt(SAMPLE)).toBe(
    '{"form":"anteroom.receipt.1","workspace_id":"ws_1","room_id":"room_1","instance_id":"app_1",' +
      '"proposal_id":"prop_1","revision":2,"name":"Stand-up timer","kind":"snippet","digest":"d1",' +
      '"runtime":"r1","as":"update","replaced":"d0","decided_by":{"person_id":"pers_1","name":"Owner"},' +
      '"decided_at":"2026-01-02T03:04:05.678Z","own":true,' +
      '"files_seen":[["src/App.tsx","seen"],["src/styles.css","marked"]],"assertion":null}',
  );
});

test("what a receipt says is read back, whole", () => {
  fc.assert(
    fc.property(facts, (said) => {
      const read = readReceipt(approvalReceipt(said));
      expect(read && inOrder(read)).toEqual(inOrder(said));
    }),
  );
});

test("two facts that differ anywhere give two texts", () => {
  const parts = Object.keys(SAMPLE) as (keyof ApprovalFacts)[];
  fc.assert(
    fc.property(facts, facts, fc.subarray(parts), (one, other, taken) => {
      // Alike but for some parts, which is where a confusion would hide.
      const mixed = { ...one, ...Object.fromEntries(taken.map((part) => [part, other[part]])) };
      const same = JSON.stringify(inOrder(mixed)) === JSON.stringify(inOrder(one));
      expect(approvalReceipt(mixed) === approvalReceipt(one)).toBe(same);
    }),
  );
});

test.each([
  ["nothing", ""],
  ["no JSON", "{"],
  ["null", "null"],
  ["another form", approvalReceipt(SAMPLE).replace("receipt.1", "receipt.9")],
  ["white space", approvalReceipt(SAMPLE).replace(",", ", ")],
  ["a member more", approvalReceipt(SAMPLE).replace(/\}$/u, ',"more":1}')],
  ["a member twice", approvalReceipt(SAMPLE).replace(/\}$/u, ',"assertion":null}')],
  ["a member in another place", approvalReceipt(SAMPLE).replace(/^\{("form":"[^"]+"),(.+)\}$/u, "{$2,$1}")],
  ["a part of another kind", approvalReceipt(SAMPLE).replace('"revision":2', '"revision":"2"')],
  ["a half number", approvalReceipt(SAMPLE).replace('"revision":2', '"revision":2.5')],
  ["a reading that is none", approvalReceipt(SAMPLE).replace('"marked"', '"skimmed"')],
  ["files in another order", approvalReceipt(SAMPLE).replace(/\[\[(.+)\],\[(.+)\]\]/u, "[[$2],[$1]]")],
  ["a letter escaped", approvalReceipt(SAMPLE).replace("Owner", "\\u004fwner")],
])("no receipt is %s", (_, said) => {
  expect(readReceipt(said)).toBeUndefined();
});
