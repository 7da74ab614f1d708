/** What an app imports as "@anteroom/app"; `anteroom-app.d.ts` tells of it. */
export { AppError } from "./app-error.ts";
export { useShared, useStored } from "./hooks.ts";
export { notify, openLink, saveFile } from "./outward.ts";
export { room, useRoom } from "./room.ts";
export { shared, storage } from "./values.ts";
