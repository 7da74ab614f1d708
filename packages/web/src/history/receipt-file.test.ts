import { expect, test } from "vitest";
import { receiptFile, receiptFileName } from "./receipt-file.ts";

test("the signed text is kept to the letter", () => {
  const receipt = { text: '{"name":"Ünïcode \\u202e"}', signature: "c2ln", public_key: "a2V5" };
  expect(JSON.parse(receiptFile(receipt))).toEqual(receipt);
});

test.each([
  ["Stand-up timer", "receipt-Stand-up-timer-3.json"],
  ["../../etc/passwd", "receipt-etc-passwd-3.json"],
  ["회고", "receipt-회고-3.json"],
  ["\u202e", "receipt-app-3.json"],
])("the file of %j is called %s", (app, name) => {
  expect(receiptFileName(app, 3).normalize("NFKC")).toBe(name);
});
