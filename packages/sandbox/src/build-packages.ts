import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";
import type { BuiltPackage } from "./wire/package-table.ts";
import { BUILT_IN, LOOK_UP, PACKAGES, type Package } from "./wire/packages.ts";

/** What the packages became: their table, and the text of each file by its path. */
export interface BuiltPackages {
  readonly table: readonly BuiltPackage[];
  readonly files: ReadonlyMap<string, string>;
}

interface Built {
  readonly text: string;
  /** The names that it exports. */
  readonly exports: readonly string[];
  readonly needs: readonly string[];
}

const PACKAGE_ROOT = fileURLToPath(new URL("..", import.meta.url));
const LISTED = new Map(PACKAGES.map((one) => [one.name, one]));
/** Marks the modules that stand for what is looked up. */
const LOOKED_UP = "\0looked-up:";

/**
 * Builds each package of the list into one file, an ES module that holds all that it needs but React and the
 * other packages of the list: those it looks up in the frame, so that there is one of each.
 */
export async function buildPackages(): Promise<BuiltPackages> {
  const builder = new PackageBuilder();
  const table: BuiltPackage[] = [];
  const files = new Map<string, string>();
  for (const { name } of PACKAGES) {
    const { text, needs } = await builder.built(name);
    const file = fileOf(name);
    if (files.has(file)) throw new Error(`Two packages would be built into ${file}.`);
    files.set(file, text);
    const integrity = `sha256-${createHash("sha256").update(text).digest("base64")}`;
    table.push({ name, file, integrity, needs });
  }
  return { table, files };
}

class PackageBuilder {
  readonly #building = new Map<string, Promise<Built>>();

  built(name: string): Promise<Built> {
    const building = this.#building.get(name) ?? this.#build(name);
    this.#building.set(name, building);
    return building;
  }

  async #build(name: string): Promise<Built> {
    if (name.endsWith(".css")) {
      return {
        text: await readFile(fileURLToPath(import.meta.resolve(name)), "utf8"),
        exports: [],
        needs: [],
      };
    }
    const { from } = LISTED.get(name) as Package;
    const needs = new Set<string>();
    const output = await build({
      configFile: false,
      root: PACKAGE_ROOT,
      logLevel: "error",
      mode: "production",
      plugins: [this.#lookUps(name, needs)],
      define: { "process.env.NODE_ENV": '"production"' },
      build: {
        write: false,
        modulePreload: false,
        rolldownOptions: {
          input: from === undefined ? name : join(PACKAGE_ROOT, "src/packages", from),
          preserveEntrySignatures: "strict",
          output: { format: "es", codeSplitting: false },
        },
      },
    });
    const [chunk, ...others] = [output].flat().flatMap((one) => ("output" in one ? one.output : []));
    if (chunk?.type !== "chunk" || others.length > 0) throw new Error(`${name} did not become one file.`);
    return { text: chunk.code, exports: chunk.exports, needs: [...needs].toSorted() };
  }

  /** Puts a look-up in the place of whatever else stands in the frame. */
  #lookUps(self: string, needs: Set<string>): Plugin {
    const isLookedUp = (id: string): boolean => id !== self && (isBuiltIn(id) || LISTED.has(id));
    return {
      name: "look-ups",
      enforce: "pre",
      resolveId: (id) => (isLookedUp(id) ? LOOKED_UP + id : undefined),
      load: async (id) => {
        if (!id.startsWith(LOOKED_UP)) return undefined;
        const name = id.slice(LOOKED_UP.length);
        if (!isBuiltIn(name)) needs.add(name);
        return lookUp(name, await this.#exportsOf(name));
      },
    };
  }

  async #exportsOf(name: string): Promise<readonly string[]> {
    if (!isBuiltIn(name)) return (await this.built(name)).exports;
    const namespace: unknown = await import(name);
    return Object.keys(namespace as object);
  }
}

/** A module that passes on what the frame has of `name`. */
function lookUp(name: string, exports: readonly string[]): string {
  const names = exports.filter((one) => /^[\w$]+$/u.test(one) && one !== "default" && one !== "__esModule");
  return [
    `const found = globalThis.${LOOK_UP}(${JSON.stringify(name)});`,
    // Marked so that what nobody asks for is left out.
    "const read = (one) => found[one];",
    'export default /* @__PURE__ */ read("default");',
    ...names.map((one, at) => `const e${at} = /* @__PURE__ */ read("${one}"); export { e${at} as ${one} };`),
  ].join("\n");
}

function isBuiltIn(name: string): boolean {
  const builtIn: readonly string[] = BUILT_IN;
  return builtIn.includes(name);
}

function fileOf(name: string): string {
  const slug = name.replace(/^@/u, "").replace(/\.js$/u, "").replaceAll("/", "-");
  return `packages/${slug}${slug.endsWith(".css") ? "" : ".js"}`;
}
