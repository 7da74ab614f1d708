import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { buildRuntime, type RuntimeManifest } from "../build.ts";
import { frameHeaders, workerPolicy } from "../wire/policy.ts";

type Described = Pick<RuntimeManifest, "version" | "scriptHashes">;

/** A runtime as a server has it: its files by their names, each with its headers. */
export interface ServedRuntime {
  /** The path above its files. */
  readonly path: string;
  answer(url: string, origin: string): { headers: Record<string, string>; text: string } | undefined;
}

/** The runtime of these sources. */
export async function currentRuntime(): Promise<ServedRuntime> {
  const folder = await mkdtemp(join(tmpdir(), "anteroom-runtime-"));
  const manifest = await buildRuntime({ outDir: folder });
  const read = async (name: string) => [name, await readFile(join(folder, name), "utf8")] as const;
  const files = new Map(await Promise.all(Object.keys(manifest.files).map(read)));
  await rm(folder, { recursive: true });
  return served(manifest, files);
}

/** A runtime of wire version 1, byte for byte as servers have kept it with the approvals made on it. */
export async function firstRuntime(): Promise<ServedRuntime> {
  const folder = fileURLToPath(new URL("runtime-1/", import.meta.url));
  const manifest = JSON.parse(await readFile(join(folder, "runtime.json"), "utf8")) as Described;
  const read = async (name: string) =>
    [name, brotliDecompressSync(await readFile(join(folder, `${name}.br`))).toString()] as const;
  return served(manifest, new Map(await Promise.all(["frame.html", "compile.js"].map(read))));
}

function served({ version, scriptHashes }: Described, files: ReadonlyMap<string, string>): ServedRuntime {
  const path = `/rt/${version}`;
  return {
    path,
    answer(url, origin) {
      const text = url.startsWith(`${path}/`) ? files.get(url.slice(path.length + 1)) : undefined;
      if (text === undefined) return undefined;
      if (url.endsWith(".html")) return { headers: frameHeaders({ origin, scriptHashes }), text };
      const type = url.endsWith(".css") ? "text/css" : "text/javascript";
      return {
        headers: {
          "content-type": `${type}; charset=utf-8`,
          "content-security-policy": workerPolicy(origin + path),
          "cache-control": "public, max-age=31536000, immutable",
        },
        text,
      };
    },
  };
}
