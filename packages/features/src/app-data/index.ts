/** What apps keep for their whole Room, and who may do what with it. No operation of an agent is here. */
import { eraseDueWrite } from "./erase-writes.ts";
import { clearSharedDataWrite, restoreSharedDataWrite } from "./owner-writes.ts";
import { deleteSharedValueWrite, setSharedValueWrite } from "./writes.ts";

export { appDataBounds, readSharedVersions } from "./service.ts";
export { findSharedVersions } from "./store.ts";
export { eraseDueWrite };

export const appDataWrites = [
  setSharedValueWrite,
  deleteSharedValueWrite,
  clearSharedDataWrite,
  restoreSharedDataWrite,
  eraseDueWrite,
];
