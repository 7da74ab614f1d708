import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, type Asked } from "../testing/ask.fixture.ts";
import { COOKIE, type FaceServer, PROOF, startFaceServer } from "../testing/face-server.fixture.ts";
import { loadWebApp, type WebApp } from "./pages.ts";

const DOCUMENT =
  '<meta nonce="__NONCE__"><meta name="anteroom-proof" content="__PROOF__"><meta name="anteroom-apps" content="__APPS__"><title>Anteroom</title>';
const SCRIPT = "console.log('hello');".repeat(200);
let folder: string;
let web: WebApp;
let server: FaceServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "anteroom-web-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), DOCUMENT);
  await writeFile(join(folder, "assets", "main-abc123.js"), SCRIPT);
  await writeFile(join(folder, "favicon.svg"), "<svg/>");
  const loaded = await loadWebApp(folder);
  if (!loaded) throw new Error("There is no web app.");
  web = loaded;
  for (const file of web.files.values()) await file.compress();
  server = await startFaceServer({ bounds: [], web });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const get = (path: string, headers: Asked["headers"] = html) =>
  ask(server.port, { method: "GET", path, headers });

describe("a page", () => {
  test.each([
    "/",
    "/set-up",
    "/sign-in",
    "/reset",
    "/invitation",
    "/account",
    "/device",
    "/connected",
    "/connected/proposals/prop_1",
    "/consent/a-B_9",
    "/rooms/room_1",
    "/rooms/room_1/apps/app_1",
    "/projects/proj_1",
    "/workspaces/ws_1",
  ])("%s is served with the strictest policy", async (path) => {
    const { status, headers, text } = await get(path);
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    const nonce = /nonce="([\w+/=]{24})"/u.exec(text)?.[1] ?? "none";
    expect(String(headers["content-security-policy"]).split("; ")).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      `frame-src ${server.origin}/rt/`,
      "worker-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(headers["strict-transport-security"]).toBeUndefined();
  });

  test("has a nonce of its own each time, and the proof of who is signed in", async () => {
    const [one, two] = await Promise.all([get("/"), get("/")]);
    expect(one.text).not.toBe(two.text);
    expect(one.text).toContain('content=""');
    const signedIn = await get("/", { ...html, cookie: `anteroom_${server.port}=${COOKIE}` });
    expect(signedIn.text).toContain(`content="${PROOF}"`);
    const stranger = await get("/", { ...html, cookie: `anteroom_${server.port}=${"x".repeat(43)}` });
    expect(stranger.text).toContain('content=""');
  });

  test("takes frames from the hosts for apps too, where there are some, and knows them", async () => {
    expect((await get("/")).text).toContain('<meta name="anteroom-apps" content="">');
    await using apart = await startFaceServer({ bounds: [], web, apps: "https://*.apps.example.test" });
    const { headers, text } = await ask(apart.port, { method: "GET", path: "/", headers: html });
    expect(text).toContain('<meta name="anteroom-apps" content="https://*.apps.example.test">');
    expect(String(headers["content-security-policy"]).split("; ")).toContain(
      `frame-src ${apart.origin}/rt/ https://*.apps.example.test/rt/`,
    );
  });

  test("that is not there is shown by the app, as not found", async () => {
    const { status, text } = await get("/nothing/here");
    expect([status, text.includes("<title>Anteroom")]).toEqual([404, true]);
  });

  test("is shown under one of loopback's names", async () => {
    const { status, headers } = await get("/rooms/room_1?x=1", { ...html, host: `127.0.0.1:${server.port}` });
    expect([status, headers.location]).toEqual([307, `${server.origin}/rooms/room_1?x=1`]);
  });

  test("is not shown under somebody else's name", async () => {
    expect((await get("/", { ...html, host: "attacker.example" })).status).toBe(421);
  });

  test("HEAD has the headers alone, and nothing can be posted", async () => {
    const head = await ask(server.port, { method: "HEAD", path: "/", headers: html });
    expect([head.status, head.text]).toEqual([200, ""]);
    const { status, headers } = await ask(server.port, { path: "/", body: {} });
    expect([status, headers.allow]).toEqual([405, "GET, HEAD"]);
  });
});

test.each([
  "/.well-known/oauth-protected-resource/nothing",
  "/.well-known/security.txt",
  "/.well-known/",
  "/assets/missing.js",
  "/assets/../index.html",
  "/assets/%2e%2e/index.html",
  "/index.html",
  "/api/v2/anything",
  "/rt/00000000/frame.html",
  "/wp-login.php",
  "//rooms/x",
])("%s is never a page, also to a browser", async (path) => {
  const { status, headers } = await get(path);
  expect([status, headers["content-type"]]).toEqual([404, "application/json"]);
});

test("a program that asks for no page gets none", async () => {
  expect((await get("/nothing/here", { accept: "application/json" })).headers["content-type"]).toBe(
    "application/json",
  );
});

describe("an asset", () => {
  test("is kept for ever, and compressed as the browser can", async () => {
    const plain = await get("/assets/main-abc123.js", {});
    expect(plain.text).toBe(SCRIPT);
    expect(plain.headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      vary: "accept-encoding",
    });
    const encoding = async (accepted: string) =>
      (await get("/assets/main-abc123.js", { "accept-encoding": accepted })).headers["content-encoding"];
    expect(await encoding("gzip, deflate, br")).toBe("br");
    expect(await encoding("gzip;q=0.5, br;q=0")).toBe("gzip");
    expect(await encoding("identity")).toBeUndefined();
  });

  test("without a hash in its name is asked for again", async () => {
    const { headers } = await get("/favicon.svg", {});
    expect(headers).toMatchObject({
      "content-type": "image/svg+xml",
      "cache-control": "public, max-age=3600",
    });
  });
});

test("without a built web app people are told what is missing", async () => {
  await using bare = await startFaceServer({ bounds: [] });
  const { status, json } = await ask(bare.port, { method: "GET", path: "/", headers: html });
  expect([status, json.error.hint]).toEqual([503, expect.stringContaining("npm run build")]);
  expect(await loadWebApp(join(folder, "nowhere"))).toBeUndefined();
});
