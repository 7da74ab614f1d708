/** The event log: appended in the transaction of each change, read by cursor. */
export type { EventType } from "./contract.ts";
export { listLatestVisible } from "./latest.ts";
export { eventBounds, listVisibleEvents } from "./service.ts";
export { lastSequence } from "./store.ts";
export { appendEvent, type NewEvent } from "./writes.ts";
