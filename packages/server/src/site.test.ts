import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { SignInCookie } from "./cookie.ts";
import { SetUpLink } from "./set-up.ts";
import { Site } from "./site.ts";

const asking = (headers: Record<string, string>) => ({ headers }) as unknown as IncomingMessage;

const local = new Site("http://localhost:4747", { trustProxy: false });
const behindProxy = new Site("https://room.example.test", { trustProxy: true });

test.each([
  ["http://localhost:4747", true],
  ["http://127.0.0.1:4747", true],
  ["http://[::1]:4747", true],
  ["http://localhost:4748", false],
  ["https://localhost:4747", false],
  ["http://localhost", false],
  ["http://localhost:4747.attacker.example", false],
  ["http://attacker.example", false],
  ["http://localhost:4747, http://localhost:4747", false],
  ["null", false],
  ["", false],
])("on loopback, Origin %j is ours: %s", (origin, ours) => {
  expect(local.allowsOrigin(origin)).toBe(ours);
  expect(local.isOwnPage(asking({ origin }))).toBe(ours);
});

test("no Origin tells nothing of another page, and nothing of ours", () => {
  expect(local.allowsOrigin(undefined)).toBe(true);
  expect(local.isOwnPage(asking({}))).toBe(false);
});

test("only our names are our Host, whatever points here", () => {
  expect(local.isOwnHost(asking({ host: "LOCALHOST:4747" }))).toBe(true);
  expect(local.isOwnHost(asking({ host: "attacker.example:4747" }))).toBe(false);
  expect(local.isOwnHost(asking({ host: "localhost" }))).toBe(false);
  expect(local.isOwnHost(asking({}))).toBe(false);
});

test("a proxy's word counts only where it is trusted", () => {
  const forwarded = asking({ host: "10.0.0.7:4747", "x-forwarded-host": "room.example.test" });
  expect(behindProxy.isOwnHost(forwarded)).toBe(true);
  const untrusting = new Site("https://room.example.test", { trustProxy: false });
  expect(untrusting.isOwnHost(forwarded)).toBe(false);
  expect(untrusting.isOwnHost(asking({ host: "room.example.test" }))).toBe(true);
});

test("the cookie keeps to its host over https, and to its port on loopback", () => {
  const secret = "s".repeat(43);
  expect(new SignInCookie(behindProxy).set(secret, "2026-12-30T00:00:00.000Z")).toBe(
    `__Host-anteroom=${secret}; Path=/; HttpOnly; SameSite=Lax; Secure; Expires=Wed, 30 Dec 2026 00:00:00 GMT`,
  );
  const cookie = new SignInCookie(local);
  expect(cookie.set(secret, "2026-12-30T00:00:00.000Z")).not.toContain("Secure");
  expect(cookie.read(asking({ cookie: `anteroom_4748=x; anteroom_4747=${secret}` }))).toBe(secret);
  expect(cookie.read(asking({ cookie: `anteroom_4748=${secret}` }))).toBeUndefined();
  expect(cookie.read(asking({ cookie: "anteroom_4747=<script>" }))).toBeUndefined();
  expect(cookie.clear()).toContain("Max-Age=0");
});

test("the set-up link works once, for its own secret, unless it is given back", () => {
  const link = new SetUpLink();
  expect(link.claim("")).toBeUndefined();
  const [address, secret = ""] = link.open("http://localhost:4747").split("#");
  expect(address).toBe("http://localhost:4747/set-up");
  expect(link.claim(`${secret}x`)).toBeUndefined();
  const giveBack = link.claim(secret);
  expect(giveBack).toBeDefined();
  expect(link.claim(secret)).toBeUndefined();
  giveBack?.();
  expect(link.claim(secret)).toBeDefined();
  expect(link.claim(secret)).toBeUndefined();
});
