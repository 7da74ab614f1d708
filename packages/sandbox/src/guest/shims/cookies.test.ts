import { beforeEach, expect, test } from "vitest";
import { CookieJar } from "./cookies.ts";

const NOW = Date.UTC(2026, 10, 30);
let jar: CookieJar;

/** What is there after these were set. */
function after(...lines: readonly string[]): string {
  for (const line of lines) jar.write(line, NOW);
  return jar.read(NOW);
}
beforeEach(() => {
  jar = new CookieJar();
});

test("keeps names and values, and none of the attributes", () => {
  expect(after("a=1", "b = two words ; Path=/; SameSite=Lax; Secure", "c=x=y", "d=")).toBe(
    "a=1; b=two words; c=x=y; d=",
  );
});

test("replaces by name, where the cookie stood", () => {
  expect(after("a=1", "b=2", "a=3")).toBe("a=3; b=2");
});

test("takes a text without a name", () => {
  expect(after("plain", "a=1")).toBe("plain; a=1");
});

test.each([
  ["by its age", "a=1; max-age=10", 10_001],
  ["by its date", "a=1; expires=Mon, 30 Nov 2026 00:00:10 GMT", 10_001],
  ["by its age, whatever its date", "a=1; expires=Mon, 30 Nov 2099 00:00:00 GMT; max-age=10", 10_001],
])("lets one end %s", (_how, line, later) => {
  expect(after(line)).toBe("a=1");
  expect(jar.read(NOW + later)).toBe("");
});

test.each(["a=; max-age=0", "a=; max-age=-1", "a=; expires=Thu, 01 Jan 1970 00:00:00 GMT"])(
  "takes one away by %j",
  (line) => {
    expect(after("a=1", line)).toBe("");
  },
);

test("keeps one whose end cannot be read", () => {
  expect(after("a=1; expires=soon; max-age=long")).toBe("a=1");
});

test.each(["", "=", "a=1; HttpOnly", "a=\u0000", "a=1\nb=2", `a=${"x".repeat(4096)}`])(
  "takes nothing from %j",
  (line) => {
    expect(after(line)).toBe("");
  },
);

test("keeps so many and no more", () => {
  const names = Array.from({ length: 200 }, (_, n) => `n${n}=`);
  const kept = after(...names).split("; ");
  expect(kept).toHaveLength(180);
  expect(kept.at(-1)).toBe("n199=");
});
