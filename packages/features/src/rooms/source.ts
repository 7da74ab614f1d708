import { hash } from "node:crypto";
import { type AppFiles, digestOf, type ManifestEntry, manifestOf, readFiles } from "@anteroom/app-format";

const sha256 = (text: string) => hash("sha256", text);

/** The files behind a digest, and their manifest in the same order. */
export interface ReadSource {
  readonly files: AppFiles;
  readonly manifest: readonly ManifestEntry[];
}

/**
 * A stored source (JSON, path to text) if it is the one of the digest, computed anew; undefined where somebody
 * changed the one or the other behind the server's back, whatever it was changed to.
 */
export function readSource(source: string | undefined, digest: string): ReadSource | undefined {
  const read = readFiles(storedFiles(source));
  if (!read.ok) return undefined;
  const manifest = manifestOf(read.files, sha256);
  return digestOf(manifest, sha256) === digest ? { files: read.files, manifest } : undefined;
}

/** The same, of which only the files are wanted. */
export function filesOfSource(source: string | undefined, digest: string): AppFiles | undefined {
  return readSource(source, digest)?.files;
}

/** Without files, and so no app, where the text is not what is stored here. */
function storedFiles(source: string | undefined): Record<string, string> {
  try {
    const stored = Object.entries(Object(JSON.parse(source ?? "{}")) as Record<string, unknown>);
    const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === "string";
    return stored.every(isText) ? Object.fromEntries(stored) : {};
  } catch {
    return {};
  }
}
