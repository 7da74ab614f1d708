/** Rooms: the launcher and the approved code behind each tab. */
export { reachRoom, roomBounds } from "./service.ts";
export { filesOfSource } from "./source.ts";
export { countApps, findApp, findAppByName, findSource } from "./store.ts";
export { insertApp, keepSource } from "./writes.ts";
