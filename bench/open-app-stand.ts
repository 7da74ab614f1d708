import { hash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { buildRuntime } from "@anteroom/sandbox/build";
import { frameHeaders, workerPolicy } from "@anteroom/sandbox/policy";
import { build } from "vite";

/** As a Room opens an app, or bundled beforehand. */
export const WAYS = ["room", "bundle"] as const;
export type Way = (typeof WAYS)[number];

/** Whether apps are framed at the page's own host, which is secure or not, or at hosts of their own. */
export const HOSTINGS = ["one-host", "own-hosts", "shared"] as const;
export type Hosting = (typeof HOSTINGS)[number];

/** The page's host that is not secure, which a browser is to be told of. */
export const PLAIN_HOST = "room.example.test";

/**
 * A server with a page that opens apps either way: `bench.open(way, name)` resolves with its milliseconds, and
 * `bench.hang(name, next)` with what an app that hangs costs.
 */
export interface AppStand extends AsyncDisposable {
  readonly origin: string;
}

interface Served {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

type Files = Readonly<Record<string, string>>;

const HERE = fileURLToPath(new URL(".", import.meta.url));
const HOST = fileURLToPath(import.meta.resolve("@anteroom/sandbox/host"));

/** Runs in the page. The frames of both ways are alike; the clock starts right before one is inserted. */
const PAGE_SCRIPT = `
import { createCompiler, keepFrameReady, openApp } from ${JSON.stringify(HOST)};
const { base, apps, sources } = globalThis.given;
const runtime = { base, ...(apps && { apps }) };
const compiler = createCompiler({ url: base + "/compile.js" });
keepFrameReady(runtime);
function bundled(container, name) {
  const frame = document.createElement("iframe");
  frame.title = name;
  frame.className = "app";
  frame.setAttribute("sandbox", "allow-scripts allow-forms");
  frame.referrerPolicy = "no-referrer";
  frame.src = "/bundled/" + encodeURIComponent(name) + "/frame.html";
  container.append(frame);
}
function opened(container, name, told = { onState: () => undefined }) {
  return openApp({
    compiler, container, title: name, className: "app", runtime, theme: "light",
    source: { digest: name, files: new Map(Object.entries(sources[name])) }, ...told,
  });
}
const newPlace = () => document.body.appendChild(document.createElement("main"));
const runs = (name, onAnswering = () => undefined) => new Promise((resolve) => {
  const onState = (state) => { if (state !== "starting") resolve({ handle, at: performance.now() }); };
  const handle = opened(newPlace(), name, { onState, onAnswering });
});
/** The longest time, from now on, that the page let a timer wait beyond its 10 ms. */
function measureGap() {
  let [longest, before] = [0, performance.now()];
  const timer = setInterval(() => {
    const now = performance.now();
    [longest, before] = [Math.max(longest, now - before), now];
  }, 10);
  return () => { clearInterval(timer); return longest; };
}
const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
globalThis.bench = {
  open: (way, name) => new Promise((resolve) => {
    const container = newPlace();
    const began = performance.now();
    const hear = ({ data, source }) => {
      const { shadowRoot, contentWindow } = container.lastElementChild;
      if (data !== "painted" || source !== (shadowRoot?.firstElementChild.contentWindow ?? contentWindow)) return;
      removeEventListener("message", hear);
      resolve(performance.now() - began);
    };
    addEventListener("message", hear);
    (way === "room" ? opened : bundled)(container, name);
  }),
  async hang(name, next) {
    await runs(next);
    await rest(2500);
    let told;
    const hung = new Promise((resolve) => { told = () => resolve(true); });
    const { handle } = await runs(name, told);
    const gapOf = measureGap();
    const isHung = await Promise.race([hung, rest(4000)]);
    const gap = gapOf();
    if (!isHung) return { gap };
    const began = performance.now();
    handle.stop();
    const { at } = await runs(next);
    return { gap, next: at - began };
  },
};
`;

/** Serves these apps, each by its name, in these ways. */
export async function startAppStand(
  apps: ReadonlyMap<string, Files>,
  { hosting = "one-host", ways = WAYS }: { hosting?: Hosting; ways?: readonly Way[] } = {},
): Promise<AppStand> {
  const served = new Map<string, Served>();
  const server = createServer((request, response) => {
    const [path = ""] = (request.url ?? "").split("?");
    const answer = served.get(path);
    if (answer === undefined) return response.writeHead(404).end();
    // Browsers take it only from hosts that count as secure.
    if (request.headers["accept-encoding"]?.includes("br") === true) {
      return response.writeHead(200, { ...answer.headers, "content-encoding": "br" }).end(answer.body);
    }
    response.writeHead(200, answer.headers).end(brotliDecompressSync(answer.body));
  });
  const origin = await listen(server, hosting === "shared" ? PLAIN_HOST : "localhost");
  const ownHosts = hosting === "own-hosts" ? origin.replace("//", "//*.") : "";
  const base = await serveRuntime(served, origin);
  for (const [name, files] of ways.includes("bundle") ? apps : []) {
    await serveBundled(served, { origin, name, files });
  }
  const given = JSON.stringify({ base, apps: ownHosts, sources: Object.fromEntries(apps) });
  serve(served, "/given.js", SCRIPT, `globalThis.given = ${given};`);
  serve(served, "/page.js", SCRIPT, await bundle(PAGE_SCRIPT));
  serve(
    served,
    "/page.css",
    { "content-type": "text/css" },
    ".app { width: 1200px; height: 350px; border: 0; }",
  );
  serve(served, "/", pageHeaders(`${origin}/rt/ ${origin}/bundled/ ${ownHosts}`), PAGE);
  return {
    origin,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function serveRuntime(served: Map<string, Served>, origin: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "anteroom-bench-runtime-"));
  const { version, files, scriptHashes } = await buildRuntime({ outDir: folder });
  const base = `/rt/${version}`;
  for (const name of Object.keys(files)) {
    const text = await readFile(join(folder, name), "utf8");
    const worker = { ...SCRIPT, ...FOREVER, "content-security-policy": workerPolicy(origin + base) };
    serve(
      served,
      `${base}/${name}`,
      name === "frame.html" ? frameHeaders({ origin, scriptHashes }) : worker,
      text,
    );
  }
  await rm(folder, { recursive: true });
  return base;
}

/** One app as Vite bundles it, in a document that differs from a frame of ours in its script alone. */
async function serveBundled(
  served: Map<string, Served>,
  { origin, name, files }: { readonly origin: string; readonly name: string; readonly files: Files },
): Promise<void> {
  const { "src/styles.css": styles = "", ...code } = files;
  const start = `import App from "./src/App.tsx";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
createRoot(document.body.appendChild(document.createElement("div"))).render(createElement(App));`;
  const script = (await bundle(start, { ...code, "src/styles.css": "" })).replaceAll(
    "</script",
    "<\\/script",
  );
  const document = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title><style>${styles}</style></head><body><script type="module">${script}</script></body></html>`;
  const scriptHashes = [`sha256-${hash("sha256", script, "base64")}`];
  serve(
    served,
    `/bundled/${encodeURIComponent(name)}/frame.html`,
    frameHeaders({ origin, scriptHashes }),
    document,
  );
}

/** One script of an entry's text, which may import these files. */
async function bundle(entry: string, files: Files = {}): Promise<string> {
  const known = new Map([
    ["bench:entry.ts", entry],
    ...Object.entries(files).map(([path, text]) => [`bench:${path}`, text] as const),
  ]);
  const output = await build({
    configFile: false,
    root: HERE,
    logLevel: "error",
    mode: "production",
    oxc: { jsx: { runtime: "automatic", development: false } },
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [
      {
        name: "bench-files",
        enforce: "pre",
        resolveId(id, importer = "") {
          if (known.has(id)) return id;
          if (!importer.startsWith("bench:") || !id.startsWith(".")) return undefined;
          const path = new URL(id, `http://app/${importer.slice("bench:".length)}`).pathname.slice(1);
          return ["", ".tsx"].map((ending) => `bench:${path}${ending}`).find((one) => known.has(one));
        },
        load: (id) => known.get(id),
      },
    ],
    build: {
      write: false,
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: { input: "bench:entry.ts", output: { format: "iife" } },
    },
  });
  const [chunk] = [output].flat().flatMap((one) => ("output" in one ? one.output : []));
  if (chunk?.type !== "chunk") throw new Error("The bench's script was not built.");
  return chunk.code;
}

const SCRIPT = { "content-type": "text/javascript; charset=utf-8" };
const FOREVER = { "cache-control": "public, max-age=31536000, immutable" };
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bench</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css"></head><body><script src="/given.js"></script><script type="module" src="/page.js"></script></body></html>`;

function pageHeaders(frames: string): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": [
      "default-src 'none'",
      ...["script", "style", "worker", "connect"].map((kind) => `${kind}-src 'self'`),
      `frame-src ${frames}`,
    ].join("; "),
  };
}

function serve(
  served: Map<string, Served>,
  url: string,
  headers: Readonly<Record<string, string>>,
  text: string,
): void {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  served.set(url, { headers, body: brotliCompressSync(text, { params }) });
}

async function listen(server: Server, host: string): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}
