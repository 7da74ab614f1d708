import type { MessageKey } from "../messages/text.tsx";
import type { DoorState, IconName } from "../parts/index.ts";

/** What is said of one kind of event, and how it is drawn. */
export interface EntryLook {
  /** `{actor}` did it to `{name}`, at a `{revision}` that is 0 where none is told. */
  readonly words: MessageKey;
  readonly drawing: { readonly door: DoorState } | { readonly icon: IconName };
}

/** The kinds that this page knows. In a history nothing waits, so no door is lit. */
const LOOKS: Readonly<Record<string, EntryLook>> = {
  "proposal.created": { words: "history.proposed", drawing: { door: "none" } },
  "proposal.superseded": { words: "history.superseded", drawing: { door: "superseded" } },
  "proposal.withdrawn": { words: "history.withdrawn", drawing: { door: "withdrawn" } },
  "proposal.approved": { words: "history.approved", drawing: { icon: "check" } },
  "proposal.declined": { words: "history.declined", drawing: { door: "declined" } },
  "proposal.changes_requested": { words: "history.changes-requested", drawing: { door: "asked" } },
  "comment.replied": { words: "history.replied", drawing: { icon: "note" } },
  "comment.resolved": { words: "history.resolved", drawing: { icon: "note" } },
  "comment.reopened": { words: "history.reopened", drawing: { icon: "note" } },
  "app.created": { words: "history.app-created", drawing: { door: "open" } },
  "app.updated": { words: "history.app-updated", drawing: { door: "open" } },
  "app.reverted": { words: "history.app-reverted", drawing: { icon: "history" } },
  "app.renamed": { words: "history.app-renamed", drawing: { icon: "edit" } },
  "app.moved": { words: "history.app-moved", drawing: { icon: "forward" } },
  "app.feedback": { words: "history.app-feedback", drawing: { icon: "note" } },
  "app.data_cleared": { words: "history.data-cleared", drawing: { icon: "stored" } },
  "app.data_restored": { words: "history.data-restored", drawing: { icon: "stored" } },
  "app.removed": { words: "history.app-removed", drawing: { icon: "remove" } },
};

/** The look of a kind of event; undefined for one that a newer server tells of. */
export function entryLook(type: string): EntryLook | undefined {
  return Object.hasOwn(LOOKS, type) ? LOOKS[type] : undefined;
}

/** Whether it tells of an app, whose history every member may read, and not of a proposal. */
export function tellsOfApp(type: string): boolean {
  return type.startsWith("app.");
}
