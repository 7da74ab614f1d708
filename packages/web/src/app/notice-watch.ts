/** What is known of the queue by a page that tells of newcomers while nobody looks at it. */
export interface NoticeWatch {
  /** Everything that waited at some time since the page was opened. */
  readonly known: ReadonlySet<string>;
  /** What came since the page was looked at last, and still waits. */
  readonly fresh: readonly string[];
  /** Something came just now that should be told. */
  readonly tells: boolean;
}

/**
 * The watch after the queue was read: `waiting` are the ids in it, `hidden` whether nobody sees the page. What
 * waits already when the page is opened is no news; what comes while it is looked at is seen there.
 */
export function watchQueue(
  before: NoticeWatch | undefined,
  waiting: readonly string[],
  hidden: boolean,
): NoticeWatch {
  const known = before?.known ?? new Set(waiting);
  const came = waiting.filter((id) => !known.has(id));
  const still = before?.fresh.filter((id) => waiting.includes(id)) ?? [];
  return {
    known: new Set([...known, ...came]),
    fresh: hidden ? [...still, ...came] : [],
    tells: hidden && came.length > 0,
  };
}
