import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { AppHosts } from "./app-hosts.ts";
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

test("only our names are our Host, whatever points here (page-5)", () => {
  expect(local.isOwnHost(asking({ host: "LOCALHOST:4747" }))).toBe(true);
  expect(local.isOwnHost(asking({ host: "attacker.example:4747" }))).toBe(false);
  expect(local.isOwnHost(asking({ host: "localhost" }))).toBe(false);
  expect(local.isOwnHost(asking({}))).toBe(false);
});

test("a proxy's word counts only where it is trusted (proxy-1)", () => {
  const forwarded = asking({ host: "10.0.0.7:4747", "x-forwarded-host": "room.example.test" });
  expect(behindProxy.isOwnHost(forwarded)).toBe(true);
  const untrusting = new Site("https://room.example.test", { trustProxy: false });
  expect(untrusting.isOwnHost(forwarded)).toBe(false);
  expect(untrusting.isOwnHost(asking({ host: "room.example.test" }))).toBe(true);
});

test("a host of an app's is known by the Host and by a trusted proxy's word, and one of them is enough", () => {
  const apps = new AppHosts("https://*.apps.example.test");
  const [ours, theirs] = ["room.example.test", "a1.apps.example.test"];
  const site = new Site(`https://${ours}`, { trustProxy: true, apps });
  const untrusting = new Site(`https://${ours}`, { trustProxy: false, apps });
  expect(site.isAppHost(asking({ host: theirs }))).toBe(true);
  expect(site.isAppHost(asking({ host: ours }))).toBe(false);
  expect(site.isAppHost(asking({}))).toBe(false);
  const told = asking({ host: "10.0.0.7:4747", "x-forwarded-host": `${ours}, ${theirs}` });
  expect([site.isAppHost(told), untrusting.isAppHost(told)]).toEqual([true, false]);
  // Neither what a client wrote nor a proxy that adds nothing makes one of ours of it.
  const claimed = asking({ host: theirs, "x-forwarded-host": ours });
  expect([site.isAppHost(claimed), untrusting.isAppHost(claimed)]).toEqual([true, true]);
  expect(behindProxy.isAppHost(asking({ host: theirs }))).toBe(false);
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

test("a confirmation's secret stands beside the sign-in's, and no third", () => {
  const cookie = new SignInCookie(local);
  const [one, two] = ["s".repeat(43), "c".repeat(43)];
  const read = (value: string) => cookie.read(asking({ cookie: `anteroom_4747=${value}` }));
  expect(read(`${one}.${two}`)).toBe(`${one}.${two}`);
  for (const wrong of [`${one}.`, `.${two}`, `${one}.${two}.${two}`, `${one}.x`, "s".repeat(129)]) {
    expect(read(wrong)).toBeUndefined();
  }
});

test("what tells a browser that was used before keeps to its host and port too, and is long-lived", () => {
  const value = "pers_x.device.signature";
  expect(new SignInCookie(behindProxy).setDevice(value)).toMatch(
    /^__Host-anteroom-device=pers_x\.device\.signature; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=\d+$/u,
  );
  const cookie = new SignInCookie(local);
  expect(cookie.setDevice(value)).not.toContain("Secure");
  expect(cookie.readDevice(asking({ cookie: `anteroom_device_4747=${value}` }))).toBe(value);
  expect(cookie.readDevice(asking({ cookie: `anteroom_device_4748=${value}` }))).toBeUndefined();
  expect(cookie.readDevice(asking({ cookie: `anteroom_4747=${value}` }))).toBeUndefined();
});

test("an address is what one customer of a network has", () => {
  const from = (remoteAddress: string) =>
    local.addressOf({ headers: {}, socket: { remoteAddress } } as never);
  expect(from("2001:db8:1:2:3:4:5:6")).toBe(from("2001:db8:1:2::9"));
  expect(from("2001:db8:1:2::9")).not.toBe(from("2001:db8:1:3::9"));
  expect(from("::ffff:192.0.2.1")).toBe(from("192.0.2.1"));
});

test("the set-up link works once, for its own secret, unless it is given back (net-5)", () => {
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
