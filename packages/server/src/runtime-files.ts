import { hash } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { RuntimeInfo } from "@anteroom/features/kernel/context";

/** A runtime's version as it stands in addresses and in the data folder: a hash, so never a path. */
export const VERSION = /^[\w-]{8,128}$/u;
/** The description that the build writes beside the runtime's files. */
const DESCRIPTION = "runtime.json";
/** Where the files of all kept runtimes lie, each under its own hash. The name is too short for a version. */
const FILES = "files";
/** What is not kept yet. */
const DRAFT = "draft";
/** All that runtimes of wire version 1 are made of; they are kept in a folder each. */
const FIRST_FILES = ["frame.html", "compile.js"];

type Hashes = Readonly<Record<string, string>>;

export interface Description extends RuntimeInfo {
  /** Hashes of the scripts that stand in the frame's document. */
  readonly scriptHashes: readonly string[];
  /** The SHA-256 of each file, in hex, by its path; absent of runtimes of wire version 1. */
  readonly files?: Hashes;
  /** The same of the two files of a kept runtime of wire version 1. */
  readonly sha256?: Hashes;
}

/** A runtime with its files by their paths. */
export interface RuntimeFiles {
  readonly description: Description;
  readonly bytes: ReadonlyMap<string, Buffer>;
}

/** The runtime that a build put into `folder`; undefined if it is not there, or not whole. */
export async function readBuilt(folder: string): Promise<RuntimeFiles | undefined> {
  const read = await readRuntime(folder, (name) => join(folder, name));
  return read?.description.files && isWhole(read) ? read : undefined;
}

/**
 * A runtime from where they are kept; undefined if it is not there, or a file of it is missing. Whether each is
 * what was kept, `isWhole` tells.
 */
export async function readKept(kept: string, version: string): Promise<RuntimeFiles | undefined> {
  const folder = join(kept, version);
  return await readRuntime(folder, (name, sha256) =>
    sha256 === undefined ? join(folder, name) : join(kept, FILES, sha256),
  );
}

/** Whether each file has the bytes that the description says. */
export function isWhole({ description, bytes }: RuntimeFiles): boolean {
  const { files, sha256 } = description;
  return Array.from(bytes).every(([name, body]) => hash("sha256", body) === (files ?? sha256)?.[name]);
}

async function readRuntime(
  folder: string,
  placeOf: (name: string, sha256: string | undefined) => string,
): Promise<RuntimeFiles | undefined> {
  try {
    const text = await readFile(join(folder, DESCRIPTION), "utf8");
    const description = Object(JSON.parse(text)) as Description;
    const { version, files } = description;
    if (!VERSION.test(version)) return undefined;
    const names = files === undefined ? FIRST_FILES : Object.keys(files);
    if (Object.values(files ?? {}).some((sha256) => !/^[\da-f]{64}$/u.test(sha256))) return undefined;
    const read = names.map(async (name) => [name, await readFile(placeOf(name, files?.[name]))] as const);
    return { description, bytes: new Map(await Promise.all(read)) };
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Puts a built runtime where they are kept, as far as it is not there; when this resolves, it is there to stay. A
 * file that another runtime has too is there once. The description comes last, so that what has one is whole.
 */
export async function keepRuntime(kept: string, { description, bytes }: RuntimeFiles): Promise<void> {
  const [draft, target] = [join(kept, DRAFT), join(kept, description.version)];
  await mkdir(join(kept, FILES), { recursive: true, mode: 0o700 });
  const there = await readKept(kept, description.version);
  if (there && isWhole(there)) return;
  for (const leftover of [draft, target]) await rm(leftover, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  const bodies = new Map(Array.from(bytes.values(), (body) => [hash("sha256", body), body]));
  await Promise.all(Array.from(bodies, ([sha256, body]) => keepFile({ kept, draft, sha256, body })));
  await syncFolder(join(kept, FILES));
  await writeDurably(join(draft, DESCRIPTION), JSON.stringify(description));
  await syncFolder(draft);
  await rename(draft, target);
  await syncFolder(kept);
}

interface KeptFile {
  readonly kept: string;
  readonly draft: string;
  readonly sha256: string;
  readonly body: Buffer;
}

async function keepFile({ kept, draft, sha256, body }: KeptFile): Promise<void> {
  const target = join(kept, FILES, sha256);
  const there = await readFile(target).catch(() => undefined);
  if (there?.equals(body)) return;
  await writeDurably(join(draft, sha256), body);
  await rename(join(draft, sha256), target);
}

async function writeDurably(path: string, body: string | Buffer): Promise<void> {
  await using file = await open(path, "wx", 0o600);
  await file.writeFile(body);
  await file.sync();
}

async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, "r");
  await folder.sync();
}
