/** Rooms: the launcher and the approved code behind each tab. */
export { reachRoom, roomBounds } from "./service.ts";
export { countApps, findApp, findAppByName, findSource } from "./store.ts";
export { insertApp, keepSource } from "./writes.ts";
