import type { ReactNode } from "react";
import { useAppHistory, useRemoveApp, useRevertApp, type AppPlace, type AppVersion } from "../data/apps.ts";
import { useText } from "../messages/text.tsx";
import { Button, Dialog, Failure, tell } from "../parts/index.ts";
import { appHistoryHref } from "../review/places.ts";
import { spelledOut } from "../review/visible-marks.ts";

export interface RemoveAppDialogProps {
  readonly place: AppPlace;
  readonly name: string;
  /** The Room's name. */
  readonly room: string;
  readonly onClose: () => void;
}

/** Takes an app out of the Room, after a question; for some seconds it can be put back by one press. */
export function RemoveAppDialog({ place, name: written, room, onClose }: RemoveAppDialogProps): ReactNode {
  const text = useText();
  const remove = useRemoveApp();
  const putBack = useRevertApp();
  const ran = useAppHistory(place).data?.versions.find((version) => version.current);
  const name = spelledOut(written);

  // Both are told when this dialog and the app's whole tab are gone already, so neither is a callback of it.
  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync(place);
    } catch {
      // Shown below.
      return;
    }
    tell({
      text: text("room.removed-done", { name, room: spelledOut(room) }),
      ...(ran && { undo: { label: text("room.put-back"), onPress: () => void back(ran) } }),
    });
    onClose();
  }
  async function back({ proposal_id, digest }: AppVersion): Promise<void> {
    try {
      await putBack.mutateAsync({ ...place, proposal_id, digest });
      tell({ text: text("room.put-back-done", { name }) });
    } catch {
      tell({
        text: text("room.put-back-failed", { name }),
        link: { href: appHistoryHref(place.room_id, place.instance_id), label: text("room.history") },
      });
    }
  }
  return (
    <Dialog
      title={text("room.remove-title", { name })}
      role="alertdialog"
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button kind="quiet" onPress={onClose}>
            {text("room.keep")}
          </Button>
          <Button kind="stopSolid" busy={remove.isPending} onPress={() => void confirm()}>
            {text("room.remove-do")}
          </Button>
        </>
      }
    >
      <p>{text("room.remove-what")}</p>
      {remove.error ? <Failure error={remove.error} /> : null}
    </Dialog>
  );
}
