import { useId, useState, type ReactNode } from "react";
import { Form } from "../../app/form.tsx";
import { useCopyApp, type AppPlace } from "../../data/apps.ts";
import { useHome, type Home } from "../../data/index.ts";
import { Message, useText } from "../../messages/text.tsx";
import { Button, ButtonLink, Dialog, Failure, Select, Skeleton } from "../../parts/index.ts";
import { proposalHref } from "../../review/places.ts";
import { spelledOut } from "../../review/visible-marks.ts";
import { VisibleName } from "../../review/visible-text.tsx";

export interface CopyDialogProps {
  readonly place: AppPlace;
  /** What the app is called now. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Proposes an app to another Room of its workspace. */
export function CopyDialog({ place, name: written, onClose }: CopyDialogProps): ReactNode {
  const text = useText();
  const form = useId();
  const home = useHome().data;
  const copy = useCopyApp();
  const rooms = home ? otherRooms(home, place.room_id) : [];
  const [chosen, setChosen] = useState<string | undefined>();
  const to = rooms.find(({ room_id }) => room_id === chosen) ?? rooms[0];
  const name = spelledOut(written);
  const isDone = copy.isSuccess;
  return (
    <Dialog
      title={text("copy.title", { name })}
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button kind="quiet" onPress={onClose}>
            {text(isDone ? "copy.close" : "room.back")}
          </Button>
          {isDone ? (
            <ButtonLink kind="door" href={proposalHref(copy.data.proposal_id)}>
              {text("copy.read")}
            </ButtonLink>
          ) : to ? (
            <Button kind="door" type="submit" form={form} busy={copy.isPending}>
              {text("copy.do")}
            </Button>
          ) : null}
        </>
      }
    >
      {isDone ? (
        <p role="status">
          <Message id="copy.done" values={{ name, room: <VisibleName text={to?.name ?? ""} /> }} />
        </p>
      ) : to ? (
        <Form id={form} onSubmit={() => copy.mutate({ ...place, to_room_id: to.room_id })}>
          <Select
            label={text("copy.room")}
            hint={text("copy.words")}
            value={to.room_id}
            onChange={setChosen}
            options={rooms.map(({ room_id, name: label }) => ({ value: room_id, label: spelledOut(label) }))}
          />
        </Form>
      ) : home ? (
        <p>{text("copy.none")}</p>
      ) : (
        <Skeleton lines={2} />
      )}
      {copy.error ? <Failure error={copy.error} /> : null}
    </Dialog>
  );
}

type Rooms = Home["workspaces"][number]["projects"][number]["rooms"];

/** The Rooms of the same workspace that this person is in. */
function otherRooms({ workspaces }: Home, roomId: string): Rooms {
  const all = workspaces.map(({ projects }) => projects.flatMap((project) => project.rooms));
  const beside = all.find((rooms) => rooms.some(({ room_id }) => room_id === roomId)) ?? [];
  return beside.filter(({ room_id }) => room_id !== roomId);
}
