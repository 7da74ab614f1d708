import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isOutside } from "./egress-addresses.ts";

const byte = fc.nat(255);
const ipv4 = fc.tuple(byte, byte, byte, byte);
const group = fc.nat(0xffff).map((value) => value.toString(16));

/** What an IPv4 address is, told by arithmetic alone. */
function isPublicIPv4([a, b, c, d]: readonly number[]): boolean {
  const is = (...wanted: number[]) => wanted.every((value, index) => [a, b, c, d][index] === value);
  const between = (value = 0, low: number, high: number) => value >= low && value <= high;
  if (is(0) || is(10) || is(127) || is(169, 254) || is(192, 168) || between(a, 224, 255)) return false;
  if (is(100) && between(b, 64, 127)) return false;
  if (is(172) && between(b, 16, 31)) return false;
  if (is(198, 18) || is(198, 19) || is(198, 51, 100) || is(203, 0, 113)) return false;
  return !(is(192, 0, 0) || is(192, 0, 2) || is(192, 88, 99) || is(168, 63, 129, 16));
}

/** Addresses near the edges of ranges come up as often as any others. */
const anyIPv4 = fc.oneof(
  ipv4,
  fc.tuple(fc.constantFrom(10, 100, 127, 169, 172, 192, 198, 203, 168, 223, 224), byte, byte, byte),
  fc.tuple(fc.constant(192), fc.constantFrom(0, 88, 168), fc.constantFrom(0, 2, 99), byte),
  fc.tuple(fc.constant(198), fc.constantFrom(17, 18, 19, 20, 51), fc.constantFrom(99, 100, 101), byte),
);

test("IPv4, in each way in which IPv6 carries it", () => {
  fc.assert(
    fc.property(anyIPv4, (bytes) => {
      const text = bytes.join(".");
      const hex = Buffer.from(bytes).toString("hex");
      const groups = `${hex.slice(0, 4)}:${hex.slice(4)}`;
      const forms = [text, `::ffff:${text}`, `::FFFF:${groups}`, `0:0:0:0:0:ffff:${groups}`];
      const translated = [`64:ff9b::${text}`, `64:ff9b:0:0:0:0:${groups}`];
      for (const form of [...forms, ...translated]) expect(isOutside(form), form).toBe(isPublicIPv4(bytes));
      // Ways that nobody uses any more to reach the public internet, and that lead inside.
      for (const form of [`::${text}`, `2002:${groups}::1`, `64:ff9b:1::${text}`]) {
        expect(isOutside(form), form).toBe(false);
      }
    }),
    { numRuns: 2000 },
  );
});

test("IPv6 outside its one public range is inside, whatever follows", () => {
  const inside = fc.nat(0xffff).filter((first) => first >> 13 !== 1 && first !== 0x64 && first !== 0);
  fc.assert(
    fc.property(inside, fc.array(group, { minLength: 7, maxLength: 7 }), (first, rest) => {
      expect(isOutside([first.toString(16), ...rest].join(":"))).toBe(false);
    }),
  );
});

test("what no resolver gives is not outside", () => {
  fc.assert(fc.property(fc.string(), (text) => !isOutside(text)));
});

describe("known places", () => {
  test.each([
    "::",
    "::1",
    "fe80::1",
    "fe80::1%eth0",
    "2606:4700::1%eth0",
    "fd00:ec2::254",
    "fec0::1",
    "ff02::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "3fff::1",
    "169.254.169.254",
    "100.100.100.200",
    "255.255.255.255",
    "127.1",
    "0x7f000001",
    "2130706433",
    "",
  ])("%s is inside or none", (address) => expect(isOutside(address)).toBe(false));

  test.each(["8.8.8.8", "2606:4700::1111", "2a00:1450:4001::200e", "172.15.255.255", "172.32.0.0"])(
    "%s is outside",
    (address) => expect(isOutside(address)).toBe(true),
  );
});
