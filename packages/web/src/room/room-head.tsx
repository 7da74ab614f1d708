import { lazy, Suspense, useState, type ReactNode } from "react";
import { PageHeading } from "../app/page.tsx";
import { useNeedsApproval, type Room } from "../data/index.ts";
import { Message, useText } from "../messages/text.tsx";
import { Button, ButtonLink, DoorGlyph, foresee, IconButton, Menu, MenuItem } from "../parts/index.ts";
import { roomHistoryHref } from "../review/places.ts";
import { VisibleName } from "../review/visible-text.tsx";
import { spelledOut } from "../review/visible-marks.ts";
import styles from "./room-head.module.css";

const loadMembers = () => import("../members/index.ts");
const RoomMembersDialog = lazy(async () => ({ default: (await loadMembers()).RoomMembersDialog }));
foresee(loadMembers);
const SampleAgentDialog = lazy(async () => ({
  default: (await import("./sample-agent-dialog.tsx")).SampleAgentDialog,
}));

/** The Room's name, whose it is, who is in it, and what waits at its door for this person. */
export function RoomHead({ room }: { readonly room: Room }): ReactNode {
  const text = useText();
  const [members, setMembers] = useState<boolean | undefined>();
  const [sample, setSample] = useState(false);
  const approvals = useNeedsApproval().data?.waiting ?? [];
  const waiting = approvals.filter((row) => row.room.room_id === room.room_id).length;
  return (
    <header className={styles.head}>
      <PageHeading title={spelledOut(room.name)}>
        <VisibleName text={room.name} />
      </PageHeading>
      <span className={styles.owner}>
        {room.owner.you ? (
          text("room.owner-you")
        ) : (
          <Message id="room.owner" values={{ name: <VisibleName text={room.owner.name} /> }} />
        )}
      </span>
      <span className={styles.acts}>
        {waiting > 0 ? (
          <ButtonLink href={`/connected?room=${encodeURIComponent(room.room_id)}`} kind="lamp">
            <DoorGlyph state="waiting" size="small" label="" />
            {text("room.waits", { count: waiting })}
          </ButtonLink>
        ) : null}
        <Button kind="quiet" icon="members" onPress={() => setMembers(true)}>
          {text("room.members", { count: room.members_count })}
        </Button>
        <Menu
          label={spelledOut(room.name)}
          trigger={<IconButton icon="more" label={text("room.menu-of", { name: spelledOut(room.name) })} />}
        >
          <MenuItem icon="history" href={roomHistoryHref(room.room_id)}>
            {text("room.history-ask")}
          </MenuItem>
          {room.sample_agent ? (
            <MenuItem icon="agent" onAction={() => setSample(true)}>
              {text("sample.ask-play")}
            </MenuItem>
          ) : null}
        </Menu>
      </span>
      <Suspense>
        {members === undefined ? null : (
          <RoomMembersDialog roomId={room.room_id} isOpen={members} onOpenChange={setMembers} />
        )}
        {sample ? <SampleAgentDialog roomId={room.room_id} onClose={() => setSample(false)} /> : null}
      </Suspense>
    </header>
  );
}
