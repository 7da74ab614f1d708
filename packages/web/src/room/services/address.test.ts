import { expect, test } from "vitest";
import { partsOfAddress } from "./address.ts";

test.each([
  ["https://example.test/a?b=c#d", "https://", "example.test", "/a?b=c#d"],
  ["http://example.test:8080/", "http://", "example.test:8080", "/"],
  ["https://bank.example.test.evil.example/login", "https://", "bank.example.test.evil.example", "/login"],
  ["mailto:team@example.test?subject=Hi", "mailto:", "team@example.test", "?subject=Hi"],
  ["tel:+4930123456", "tel:", "+4930123456", ""],
  ["sms:+4930123456?body=Hi", "sms:", "+4930123456", "?body=Hi"],
])("%s leads to where it leads", (address, before, host, after) => {
  const parts = partsOfAddress(new URL(address));
  expect(parts).toMatchObject({ before, host, after, isSpelled: false });
  expect(before + host + after).toBe(address);
});

test.each(["https://аpple.test/", "https://shop.bücher.test/", "mailto:a@xn--pple-43d.test"])(
  "the host of %s is spelled out, and said to be",
  (address) => {
    const { host, isSpelled } = partsOfAddress(new URL(address));
    expect(host).toMatch(/^[\0-\x7f]*$/);
    expect(isSpelled).toBe(true);
  },
);
