export { RoomMembersDialog } from "./room-members-dialog.tsx";
