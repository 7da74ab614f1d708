import { expect, test } from "vitest";
import { openTestStore } from "../../../../tests/testkit/store.ts";
import { proofFor, proofHolds, serverKey } from "./index.ts";

test("a key is made once, however many ask for it first", async () => {
  await using opened = await openTestStore();
  const keys = await Promise.all(
    Array.from({ length: 20 }, async () => await serverKey(opened.store, "proof")),
  );
  expect(new Set(keys).size).toBe(1);
  expect(await serverKey(opened.store, "proof")).toBe(keys[0]);
  expect(await serverKey(opened.store, "other", () => "made otherwise")).toBe("made otherwise");
});

test("a proof holds for its key and its sign-in alone", () => {
  const proof = proofFor("key", "sign-in");
  expect(proofHolds("key", "sign-in", proof)).toBe(true);
  expect(proofHolds("key", "other sign-in", proof)).toBe(false);
  expect(proofHolds("other key", "sign-in", proof)).toBe(false);
  for (const wrong of [undefined, "", `${proof}x`, proof.slice(1), proof.toLowerCase(), "é".repeat(43)]) {
    expect(proofHolds("key", "sign-in", wrong)).toBe(false);
  }
});
