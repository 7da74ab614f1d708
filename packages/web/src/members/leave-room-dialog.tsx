import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { useLeaveRoom, useRoom } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Button, Dialog, Failure, tell } from "../parts/index.ts";

export interface LeaveRoomDialogProps {
  readonly roomId: string;
  readonly onClose: () => void;
}

/** Leaves the Room, and goes Home. */
export function LeaveRoomDialog({ roomId, onClose }: LeaveRoomDialogProps): ReactNode {
  const text = useText();
  const [, navigate] = useLocation();
  const room = useRoom(roomId).data?.name ?? "";
  const leave = useLeaveRoom();

  function goHome(): void {
    tell({ text: text("members.left", { room }) });
    navigate("/");
  }
  return (
    <Dialog
      title={text("members.leave-title", { room })}
      role="alertdialog"
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button kind="quiet" onPress={onClose}>
            {text("members.stay")}
          </Button>
          <Button
            kind="stopSolid"
            busy={leave.isPending}
            // The live stream may take the page away first, and this dialog with it.
            onPress={() => void leave.mutateAsync({ room_id: roomId }).then(goHome, () => undefined)}
          >
            {text("members.leave-do")}
          </Button>
        </>
      }
    >
      <p>{text("members.leave-what")}</p>
      {leave.error ? <Failure error={leave.error} /> : null}
    </Dialog>
  );
}
