import { expect, test } from "vitest";
import { passkeysBelongTo } from "./passkeys.ts";

test.each(["http://localhost:4747", "https://anteroom.example.test"])("passkeys belong to %s", (origin) => {
  expect(passkeysBelongTo(new URL(origin), origin)).toBe(true);
});

test.each([
  ["another name of the same server", "http://127.0.0.1:4747", "http://localhost:4747"],
  ["another port", "http://localhost:4748", "http://localhost:4747"],
  ["an address in digits", "http://192.0.2.7:4747", "http://192.0.2.7:4747"],
  ["the same in IPv6", "http://[2001:db8::7]", "http://[2001:db8::7]"],
])("they do not belong to %s", (_, page, origin) => {
  expect(passkeysBelongTo(new URL(page), origin)).toBe(false);
});
