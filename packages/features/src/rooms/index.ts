/** Rooms: the launcher and the approved code behind each tab. */
export type { AppRow } from "./tables.ts";
export { changeableApp, type OnApp, tellOfApp } from "./app-writes.ts";
export { mayChangeApps } from "./policy.ts";
export { approvalAnswer, reachRoom, roomBounds } from "./service.ts";
export { filesOfSource, type ReadSource, readSource } from "./source.ts";
export { countApps, findApp, findAppOfLine, findAppOfPerson, findSource } from "./store.ts";
export { insertApp, keepSource, updateApp } from "./writes.ts";
import { removeAppWrite, renameAppWrite } from "./app-writes.ts";

export const roomWrites = [renameAppWrite, removeAppWrite];
