import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ENTRY } from "@anteroom/app-format";
import { build } from "vite";
import { PACKAGES } from "./wire/packages.ts";
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
  /** For `frameHeaders`. */
  readonly scriptHashes: readonly string[];
}

const STORAGE = "none yet";
const BLOCKED = [
  "network",
  "cookies, localStorage and other storage of the browser",
  "workers and eval",
  "popups, dialogs and downloads",
  "links and navigation",
  "frames",
  "camera, location and other devices",
];

const PACKAGE_ROOT = fileURLToPath(new URL("..", import.meta.url));

/**
 * Builds what runs an app in the browser into `outDir`: `frame.html` (the frame's document, all inline),
 * `compile.js` (the compiler's Worker) and `runtime.json`. The same sources give the same bytes.
 */
export async function buildRuntime({ outDir }: { readonly outDir: string }): Promise<RuntimeManifest> {
  const [guest, compiler, pageStyle] = await Promise.all([
    bundle("src/guest/main.ts"),
    bundle("src/host/compile-worker.ts"),
    readFile(join(PACKAGE_ROOT, "src/guest/page.css"), "utf8"),
  ]);
  const script = inline(guest);
  const frame = frameDocument(script, pageStyle);
  const manifest: RuntimeManifest = {
    version: runtimeVersion({ frame, compiler, policy: POLICY_VERSION }, (text) => sha256(text, "hex")),
    entry: ENTRY,
    packages: await packageVersions(),
    storage: STORAGE,
    blocked: BLOCKED,
    scriptHashes: [`sha256-${sha256(script, "base64")}`],
  };
  await mkdir(outDir, { recursive: true });
  await Promise.all([
    writeFile(join(outDir, "frame.html"), frame),
    writeFile(join(outDir, "compile.js"), compiler),
    writeFile(join(outDir, "runtime.json"), `${JSON.stringify(manifest, undefined, 2)}\n`),
  ]);
  return manifest;
}

/** One entry with all that it imports, as one script. */
async function bundle(entry: string): Promise<string> {
  const output = await build({
    configFile: false,
    root: PACKAGE_ROOT,
    logLevel: "error",
    mode: "production",
    // Said outright, or it would follow NODE_ENV.
    oxc: { jsx: { runtime: "automatic", development: false } },
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: join(PACKAGE_ROOT, entry), output: { format: "iife" } },
    },
  });
  const [chunk, ...others] = [output].flat().flatMap((one) => ("output" in one ? one.output : []));
  if (chunk?.type !== "chunk" || others.length > 0) throw new Error(`${entry} did not become one script.`);
  return chunk.code;
}

/** A script so written that it does not end, or hide the end of, the element that it stands in. */
function inline(script: string): string {
  return script.replace(/<(?=\/script|script|!--)/giu, String.raw`\x3C`);
}

function frameDocument(script: string, style: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>App</title>
<style>${style}</style>
</head>
<body><script type="module">${script}</script></body>
</html>
`;
}

async function packageVersions(): Promise<string[]> {
  const require = createRequire(import.meta.url);
  const names = new Set(
    PACKAGES.map((specifier) => /^(?:@[^/]+\/)?[^/]+/u.exec(specifier)?.[0] ?? specifier),
  );
  return Promise.all(
    [...names].map(async (name) => {
      const manifest: unknown = JSON.parse(await readFile(require.resolve(`${name}/package.json`), "utf8"));
      if (typeof manifest !== "object" || manifest === null || !("version" in manifest)) {
        throw new Error(`${name} has no version.`);
      }
      return `${name}@${String(manifest.version)}`;
    }),
  );
}

function sha256(text: string, encoding: "hex" | "base64"): string {
  return createHash("sha256").update(text).digest(encoding);
}

if (import.meta.main) await buildRuntime({ outDir: join(PACKAGE_ROOT, "dist/runtime") });
