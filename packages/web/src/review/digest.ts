const SHORT_DIGITS = 8;
const GROUP = /.{1,4}/gu;

/** The first digits of a digest, enough to tell two revisions apart at a glance. */
export function shortDigest(digest: string): string {
  return digest.slice(0, SHORT_DIGITS);
}

/** A digest in groups of four digits, to be compared by eye with one that somebody else reads out. */
export function groupedDigest(digest: string): string {
  return (digest.match(GROUP) ?? []).join(" ");
}
