export { DaysSelect, FIRST_DAYS } from "./days-select.tsx";
export { LinkOnce } from "./link-once.tsx";
export { ROLE_NAMES, ROLE_WORDS } from "./roles.ts";
export { RoomMembersDialog } from "./room-members-dialog.tsx";
