import { useCallback, useEffect, useMemo, useState } from "react";
import type { Proposal } from "../../data/index.ts";
import { browserShelf } from "../shelf.ts";
import { draftsReducer, type Draft, type DraftAction } from "./drafts.ts";
import { keepSheets, keptSheets, readSheets, sheetsName, type Sheet, type SheetsKey } from "./sheets.ts";

export interface SheetsOf {
  readonly drafts: readonly Draft[];
  readonly note: string;
  /** What was written about other revisions and not sent, in their order. */
  readonly earlier: readonly Sheet[];
  readonly act: (action: DraftAction) => void;
  readonly setNote: (note: string) => void;
  readonly dropEarlier: () => void;
}

/**
 * What a person writes about a proposal, kept in this browser until it is sent. Each revision has its own
 * sheet; those of others of the same line stay until they are taken over or dropped. Tabs of one browser agree.
 */
export function useSheets(shown: Proposal, personId: string): SheetsOf {
  const { proposal_id, digest, revision, line_id: lineId } = shown;
  const key = useMemo((): SheetsKey => ({ personId, lineId }), [personId, lineId]);
  const [sheets, setSheets] = useState(() => keptSheets(browserShelf, key));

  useEffect(() => keepSheets(browserShelf, key, sheets), [key, sheets]);
  useEffect(() => {
    function onStorage(event: StorageEvent): void {
      if (event.key === sheetsName(key)) setSheets(readSheets(event.newValue ?? ""));
    }
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [key]);

  const isOwn = useCallback(
    (sheet: Sheet) => sheet.proposal_id === proposal_id && sheet.digest === digest,
    [proposal_id, digest],
  );
  const change = useCallback(
    (next: (sheet: Sheet) => Sheet) =>
      setSheets((all) => {
        const own = all.find(isOwn) ?? { proposal_id, digest, revision, drafts: [], note: "" };
        return [...all.filter((sheet) => !isOwn(sheet)), next(own)];
      }),
    [isOwn, proposal_id, digest, revision],
  );
  const own = sheets.find(isOwn);
  return {
    drafts: own?.drafts ?? NONE,
    note: own?.note ?? "",
    earlier: sheets.filter((sheet) => !isOwn(sheet)).toSorted((a, b) => a.revision - b.revision),
    act: useCallback(
      (action) => change((sheet) => ({ ...sheet, drafts: draftsReducer(sheet.drafts, action) })),
      [change],
    ),
    setNote: useCallback((note) => change((sheet) => ({ ...sheet, note })), [change]),
    dropEarlier: useCallback(() => setSheets((all) => all.filter(isOwn)), [isOwn]),
  };
}

const NONE: readonly Draft[] = [];
