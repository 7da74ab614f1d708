import { hash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { buildRuntime } from "@anteroom/sandbox/build";
import { frameHeaders, workerPolicy } from "@anteroom/sandbox/policy";
import { build } from "vite";

/** As a Room opens an app, or bundled beforehand. */
export const WAYS = ["room", "bundle"] as const;
export type Way = (typeof WAYS)[number];

/** A server with a page that opens apps either way: `bench.open(way, name)` resolves with its milliseconds. */
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
const { base, sources } = globalThis.given;
const compiler = createCompiler({ url: base + "/compile.js" });
const apps = globalThis.given.apps; const where = { base, ...(apps && { apps }) }; keepFrameReady(where);
function bundled(container, name) {
  const frame = document.createElement("iframe");
  frame.title = name;
  frame.className = "app";
  frame.setAttribute("sandbox", "allow-scripts allow-forms");
  frame.referrerPolicy = "no-referrer";
  frame.src = "/bundled/" + encodeURIComponent(name) + "/frame.html";
  container.append(frame);
}
function opened(container, name) {
  openApp({
    compiler, container, title: name, className: "app", runtime: where, theme: "light",
    source: { digest: name, files: new Map(Object.entries(sources[name])) }, onState: () => undefined,
  });
}
globalThis.bench = {
  open: (way, name) => new Promise((resolve) => {
    const container = document.body.appendChild(document.createElement("main"));
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
};
`;

/** Serves these apps, each by its name. */
export async function startAppStand(apps: ReadonlyMap<string, Files>): Promise<AppStand> {
  const served = new Map<string, Served>();
  const server = createServer((request, response) => {
    const [path = ""] = (request.url ?? "").split("?");
    const answer = served.get(path);
    if (answer === undefined) return response.writeHead(404).end();
    response.writeHead(200, { ...answer.headers, "content-encoding": "br" }).end(answer.body);
  });
  const origin = await listen(server);
  const base = await serveRuntime(served, origin);
  for (const [name, files] of apps) await serveBundled(served, { origin, name, files });
  const given = JSON.stringify({
    base,
    apps: process.env["OWN"] ? `http://*.localhost:${new URL(origin).port}` : "",
    sources: Object.fromEntries(apps),
  });
  serve(served, "/given.js", SCRIPT, `globalThis.given = ${given};`);
  serve(served, "/page.js", SCRIPT, await bundle(PAGE_SCRIPT));
  serve(
    served,
    "/page.css",
    { "content-type": "text/css" },
    ".app { width: 1200px; height: 350px; border: 0; }",
  );
  serve(served, "/", pageHeaders(origin), PAGE);
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

function pageHeaders(origin: string): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": [
      "default-src 'none'",
      ...["script", "style", "worker", "connect"].map((kind) => `${kind}-src 'self'`),
      `frame-src ${origin}/rt/ ${origin}/bundled/ http://*.localhost:${new URL(origin).port}/rt/`,
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
  const h = { ...headers };
  if (process.env["NODIP"]) delete (h as any)["document-isolation-policy"];
  served.set(url, { headers: h, body: brotliCompressSync(text, { params }) });
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}
