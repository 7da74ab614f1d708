import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ENTRY } from "@anteroom/app-format";
import { build } from "vite";
import { buildPackages } from "./build-packages.ts";
import type { BuiltPackage } from "./wire/package-table.ts";
import { BUILT_IN, PACKAGES } from "./wire/packages.ts";
import { POLICY_VERSION, runtimeVersion } from "./wire/policy.ts";

/** What `runtime.json` tells of the built runtime. */
export interface RuntimeManifest {
  /** See `runtimeVersion`. */
  readonly version: string;
  /** The file that an app starts from. */
  readonly entry: string;
  /** The packages that apps can import, as name@version. */
  readonly packages: readonly string[];
  readonly storage: string;
  /** What an app cannot do, for those who write one. */
  readonly blocked: readonly string[];
  /** What an app may be written with, for those who write one. */
  readonly offers: readonly string[];
  /** For `frameHeaders`. */
  readonly scriptHashes: readonly string[];
  /** The SHA-256 of each file of the runtime, in hex, by its path. */
  readonly files: Readonly<Record<string, string>>;
}

const MANIFEST = "runtime.json";
const STORAGE =
  "storage: for each person on their device, 5 MiB; shared: for the whole Room, 2 MiB, once the owner approved it";
const BLOCKED = [
  "network",
  "localStorage, sessionStorage and cookies that last: they go with the tab",
  "indexedDB, workers and eval",
  "links, popups, downloads and copying but when the person agrees",
  "reading the clipboard, printing and full screen",
  "frames",
  "camera, location and other devices",
];
const OFFERS = [
  "src/App.tsx with a default-exported component; TypeScript or JavaScript, JSX",
  "CSS, CSS modules (.module.css), Tailwind v4 utilities; a bare app is styled, dark and light",
  "imports of JSON, SVG, text and small images",
  "@anteroom/app: storage and shared { get, set, delete, list, subscribe }, useStored, useShared, room, useRoom, openLink, saveFile, notify",
];

const PACKAGE_ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Said outright, or it would follow NODE_ENV. */
const PRODUCTION = {
  configFile: false,
  root: PACKAGE_ROOT,
  logLevel: "error",
  mode: "production",
  oxc: { jsx: { runtime: "automatic", development: false } },
} as const;
const DEFINE_PRODUCTION = { "process.env.NODE_ENV": '"production"' };

/**
 * Builds what runs an app in the browser into `outDir`: `frame.html` (the frame's document, all inline),
 * `compile.js` (the compiler's Worker) with what it loads on demand in `chunks/`, the packages in `packages/`,
 * and `runtime.json`. The same sources give the same bytes.
 */
export async function buildRuntime({ outDir }: { readonly outDir: string }): Promise<RuntimeManifest> {
  const [early, main, pageStyle, packages] = await Promise.all([
    bundleScript("src/guest/early.ts"),
    bundleScript("src/guest/main.ts"),
    readFile(join(PACKAGE_ROOT, "src/guest/page.css"), "utf8"),
    buildPackages(),
  ]);
  const compiler = await bundleCompiler(packages.table);
  const texts = new Map([
    ["frame.html", frameDocument({ early, main, style: pageStyle })],
    ...compiler,
    ...packages.files,
  ]);
  const files = Object.fromEntries(
    Array.from(texts, ([name, text]) => [name, sha256(text, "hex")] as const).toSorted(byName),
  );
  const manifest: RuntimeManifest = {
    version: runtimeVersion({ files, policy: POLICY_VERSION }, (text) => sha256(text, "hex")),
    entry: ENTRY,
    packages: await packageVersions(),
    storage: STORAGE,
    blocked: BLOCKED,
    offers: OFFERS,
    scriptHashes: [early, main].map((script) => `sha256-${sha256(script, "base64")}`),
    files,
  };
  await rm(outDir, { recursive: true, force: true });
  for (const [name, text] of [...texts, [MANIFEST, `${JSON.stringify(manifest, undefined, 2)}\n`] as const]) {
    const path = join(outDir, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  return manifest;
}

/** A script of the frame, so written that it does not end, or hide the end of, the element that it stands in. */
async function bundleScript(entry: string): Promise<string> {
  const output = await build({
    ...PRODUCTION,
    define: DEFINE_PRODUCTION,
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: join(PACKAGE_ROOT, entry), output: { format: "iife" } },
    },
  });
  const [chunk, ...others] = chunksOf(output);
  if (chunk === undefined || others.length > 0) throw new Error(`${entry} did not become one script.`);
  return chunk.code.replace(/<(?=\/script|script|!--)/giu, String.raw`\x3C`);
}

/** Sucrase's check of its options is a tenth of it, and ours are checked by their type. */
const UNCHECKED_OPTIONS = {
  name: "unchecked-options",
  load: (id: string) =>
    id.endsWith("/sucrase/dist/esm/Options.js") ? "export function validateOptions() {}" : undefined,
};

/** `compile.js`, and the chunks that it imports on demand. */
async function bundleCompiler(table: readonly BuiltPackage[]): Promise<[string, string][]> {
  const output = await build({
    ...PRODUCTION,
    base: "./",
    plugins: [UNCHECKED_OPTIONS],
    define: { ...DEFINE_PRODUCTION, ANTEROOM_PACKAGES: JSON.stringify(table) },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: { compile: join(PACKAGE_ROOT, "src/host/compile-worker.ts") },
        output: {
          format: "es",
          entryFileNames: "[name].js",
          chunkFileNames: "chunks/[name]-[hash].js",
        },
      },
    },
  });
  return chunksOf(output).map(({ fileName, code }) => [fileName, code]);
}

type Output = Awaited<ReturnType<typeof build>>;

function chunksOf(output: Output) {
  const built = [output].flat().flatMap((one) => ("output" in one ? one.output : []));
  return built.map((one) => {
    if (one.type !== "chunk") throw new Error(`The build made ${one.fileName}, which nobody would load.`);
    return one;
  });
}

function byName([one]: readonly [string, string], [other]: readonly [string, string]): number {
  return one < other ? -1 : 1;
}

interface FrameParts {
  readonly early: string;
  readonly main: string;
  readonly style: string;
}

function frameDocument({ early, main, style }: FrameParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<script>${early}</script>
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>App</title>
<style>${style}</style>
</head>
<body><script type="module">${main}</script></body>
</html>
`;
}

/** Each package once, whatever of it can be imported, at the version that package.json pins. */
async function packageVersions(): Promise<string[]> {
  const text = await readFile(join(PACKAGE_ROOT, "package.json"), "utf8");
  const { dependencies } = JSON.parse(text) as { dependencies: Record<string, string> };
  const specifiers = [...BUILT_IN, ...PACKAGES.map(({ name }) => name)];
  const names = new Set(specifiers.map((one) => /^(?:@[^/]+\/)?[^/]+/u.exec(one)?.[0] ?? one));
  return [...names].flatMap((name) => (name in dependencies ? [`${name}@${dependencies[name]}`] : []));
}

function sha256(text: string, encoding: "hex" | "base64"): string {
  return createHash("sha256").update(text).digest(encoding);
}

if (import.meta.main) await buildRuntime({ outDir: join(PACKAGE_ROOT, "dist/runtime") });
