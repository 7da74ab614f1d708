/** Rooms: the launcher and the approved code behind each tab. */
export type { AppRow } from "./tables.ts";
export { tellOfApp } from "./app-writes.ts";
export { grantsOf, mayChangeApps } from "./policy.ts";
export {
  changeableApp,
  changeableStandingApp,
  type OnApp,
  type ReachedApp,
  reachRoom,
  reachStandingApp,
} from "./reach.ts";
export { approvalAnswer, roomBounds } from "./service.ts";
export { filesOfSource, type ReadSource, readSource } from "./source.ts";
export { countApps, findApp, findAppOfLine, findAppOfPerson, findSource } from "./store.ts";
export { insertApp, keepSource, updateApp } from "./writes.ts";
import { moveAppWrite, removeAppWrite, renameAppWrite } from "./app-writes.ts";

export const roomWrites = [renameAppWrite, moveAppWrite, removeAppWrite];
