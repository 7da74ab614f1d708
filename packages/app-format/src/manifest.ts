import type { AppFiles } from "./files.ts";
import { lineCount, utf8Bytes } from "./text.ts";

/** SHA-256 of the text's UTF-8 bytes as 64 lowercase hex digits; handed in, since browsers and Node differ. */
export type Sha256 = (text: string) => string;

/** One file of a manifest: its NFC path, UTF-8 bytes, lines (see lineCount) and the hash of its content. */
export interface ManifestEntry {
  readonly path: string;
  readonly bytes: number;
  readonly lines: number;
  readonly sha256: string;
}

/** The manifest of an app's files, in their order. */
export function manifestOf(files: AppFiles, sha256: Sha256): ManifestEntry[] {
  return Array.from(files, ([path, content]) => ({
    path,
    bytes: utf8Bytes(content),
    lines: lineCount(content),
    sha256: sha256(content),
  }));
}

/**
 * The digest that a decision is bound to: SHA-256, in lowercase hex, over the UTF-8 bytes of
 *
 *     [["src/App.tsx",2021,"<sha256>"],["src/styles.css",1046,"<sha256>"]]
 *
 * that is, JSON without white space, strings escaped as RFC 8785 does, one array of path, bytes and content
 * hash for each file, sorted by the UTF-16 code units of the path. Each part is a JSON value of its own, so
 * two different sets of files never make the same text. Lines follow from the content and are left out.
 */
export function digestOf(manifest: readonly ManifestEntry[], sha256: Sha256): string {
  const sorted = manifest.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return sha256(JSON.stringify(sorted.map((file) => [file.path, file.bytes, file.sha256])));
}

/**
 * The idempotency key that a client derives from a snippet's content: `snip-` and the first 32 hex digits of
 * the SHA-256 of `[room_id, name, files]` in the form of RFC 8785. Name and files are taken as the caller
 * wrote them, nothing normalised: the key stands for what is sent, and can be computed by any client.
 */
export function contentKey(
  proposal: {
    readonly room_id: string;
    readonly name: string;
    readonly files: Readonly<Record<string, string>>;
  },
  sha256: Sha256,
): string {
  // Written out, since an object cannot hold its keys in RFC 8785's order: number-like ones always lead.
  const members = Object.entries(proposal.files)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, content]) => `${JSON.stringify(path)}:${JSON.stringify(content)}`);
  const canonical = `[${JSON.stringify(proposal.room_id)},${JSON.stringify(proposal.name)},{${members.join(",")}}]`;
  return `snip-${sha256(canonical).slice(0, 32)}`;
}
