import { isSizeJump, type Size } from "@anteroom/sandbox/review-report";
import type { Proposal } from "../data/index.ts";

/** The sizes of a proposal and of its base, where it has become much larger; undefined otherwise. */
export function sizeJump({
  files,
  base,
}: Pick<Proposal, "files" | "base">): { readonly before: Size; readonly after: Size } | undefined {
  if (base === undefined) return undefined;
  const after = { files: files.length, bytes: sum(files.map(({ bytes }) => bytes)) };
  // The base lists what is other or gone now; the rest is the same in both.
  const same = files.filter(({ change }) => change === "same");
  const other = base.files.map(({ text }) => new TextEncoder().encode(text).byteLength);
  const before = {
    files: same.length + other.length,
    bytes: sum(same.map(({ bytes }) => bytes)) + sum(other),
  };
  return isSizeJump(before, after) ? { before, after } : undefined;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
