import type { PackageFile } from "../wire/program.ts";

/** What is kept between opens, in bytes: twice what all packages together have. */
const KEPT_BYTES = 8 * 1024 * 1024;

interface Kept {
  readonly blob: Promise<Blob>;
  /** 0 until it is there. */
  bytes: number;
}

/** By address; the one longest unused stands first. */
const kept = new Map<string, Kept>();

/**
 * The files of an app's packages, in their order, from where the runtime is served: the bytes that the app
 * was linked with, or none. Rejects with an error that names the package when one cannot be had.
 */
export function loadPackages(base: string, files: readonly PackageFile[]): Promise<Blob[]> {
  // Programs of the first runtimes have names here, of what their frame has built in.
  const separate = files.filter((file) => typeof file === "object");
  return Promise.all(separate.map((file) => loaded(`${base}/${file.file}`, file)));
}

function loaded(url: string, file: PackageFile): Promise<Blob> {
  const known = kept.get(url) ?? { blob: fetchPackage(url, file), bytes: 0 };
  kept.delete(url);
  kept.set(url, known);
  return known.blob;
}

async function fetchPackage(url: string, { name, integrity }: PackageFile): Promise<Blob> {
  try {
    const response = await fetch(url, { integrity, credentials: "omit" });
    if (!response.ok) throw new Error(`Answered ${response.status}.`);
    const blob = await response.blob();
    makeRoom(url, blob.size);
    return blob;
  } catch {
    kept.delete(url);
    throw new Error(`The package ${name} could not be loaded from the server.`);
  }
}

function makeRoom(url: string, bytes: number): void {
  const added = kept.get(url);
  if (added !== undefined) added.bytes = bytes;
  let total = Array.from(kept.values()).reduce((sum, one) => sum + one.bytes, 0);
  for (const [oldest, one] of kept) {
    if (total <= KEPT_BYTES) return;
    total -= one.bytes;
    kept.delete(oldest);
  }
}
