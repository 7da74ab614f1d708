import { useState, type ReactNode } from "react";
import { useAddRoomMember, useRemoveRoomMember, useRoomMembers, type RoomMembers } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Avatar, Button, Dialog, Failure, Select, Skeleton, Tag, tell } from "../parts/index.ts";
import { HandOverDialog } from "./hand-over-dialog.tsx";
import { InviteByLink } from "./invite-by-link.tsx";
import { LeaveRoomDialog } from "./leave-room-dialog.tsx";
import styles from "./members.module.css";

export interface RoomMembersDialogProps {
  readonly roomId: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/**
 * Who is in a Room. Its owner adds people of the workspace, removes members, invites by link, and hands the
 * Room over; everybody else can leave it.
 */
export function RoomMembersDialog({ roomId, isOpen, onOpenChange }: RoomMembersDialogProps): ReactNode {
  const text = useText();
  return (
    <Dialog title={text("members.title")} isOpen={isOpen} onOpenChange={onOpenChange} size="wide">
      {isOpen ? <Members roomId={roomId} /> : null}
    </Dialog>
  );
}

function Members({ roomId }: { readonly roomId: string }): ReactNode {
  const { data, error, refetch, isFetching } = useRoomMembers(roomId);
  if (!data) {
    return error ? (
      <Failure error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <Skeleton />
    );
  }
  const owned = data.members.some((member) => member.you && member.owner);
  return (
    <>
      <MemberList roomId={roomId} members={data.members} owned={owned} />
      {owned ? <AddMember roomId={roomId} others={data.others} /> : null}
      {owned ? <InviteByLink roomId={roomId} /> : null}
      <Leaving roomId={roomId} people={data} owned={owned} />
    </>
  );
}

interface MemberListProps {
  readonly roomId: string;
  readonly members: RoomMembers["members"];
  readonly owned: boolean;
}

function MemberList({ roomId, members, owned }: MemberListProps): ReactNode {
  const text = useText();
  const remove = useRemoveRoomMember();
  const leaving = remove.isPending ? remove.variables.person_id : undefined;
  return (
    <>
      <ul className={styles.members}>
        {members.map((member) => (
          <li key={member.person_id}>
            <Avatar name={member.name} />
            <span className={styles.who}>
              <span className={styles.name}>
                {member.you ? text("members.you", { name: member.name }) : member.name}
              </span>
              <span className={styles.email}>{member.email}</span>
            </span>
            {member.owner ? <Tag>{text("members.owner")}</Tag> : null}
            {owned && !member.owner ? (
              <Button
                kind="quiet"
                size="small"
                busy={leaving === member.person_id}
                label={text("members.remove-name", { name: member.name })}
                onPress={() =>
                  remove.mutate(
                    { room_id: roomId, person_id: member.person_id },
                    { onSuccess: () => tell({ text: text("members.removed", { name: member.name }) }) },
                  )
                }
              >
                {text("members.remove")}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {remove.error ? <Failure error={remove.error} /> : null}
    </>
  );
}

interface AddMemberProps {
  readonly roomId: string;
  readonly others: RoomMembers["others"];
}

function AddMember({ roomId, others }: AddMemberProps): ReactNode {
  const text = useText();
  const add = useAddRoomMember();
  const [chosen, setChosen] = useState("");
  const person = others.find((other) => other.person_id === chosen) ?? others[0];
  if (!person) return <p className={styles.hint}>{text("members.all-in")}</p>;
  return (
    <>
      <form
        className={styles.add}
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate(
            { room_id: roomId, person_id: person.person_id },
            { onSuccess: () => tell({ text: text("members.added", { name: person.name }) }) },
          );
        }}
      >
        <Select
          label={text("members.add-label")}
          value={person.person_id}
          onChange={setChosen}
          options={others.map((other) => ({
            value: other.person_id,
            label: text("members.person", { name: other.name, email: other.email }),
          }))}
        />
        <Button type="submit" busy={add.isPending}>
          {text("members.add")}
        </Button>
      </form>
      {add.error ? <Failure error={add.error} /> : null}
    </>
  );
}

interface LeavingProps {
  readonly roomId: string;
  readonly people: RoomMembers;
  readonly owned: boolean;
}

function Leaving({ roomId, people, owned }: LeavingProps): ReactNode {
  const text = useText();
  const [asked, setAsked] = useState<"hand-over" | "leave" | undefined>(undefined);
  const heirs = [...people.members.filter((member) => !member.owner), ...people.others];
  const canHandOver = people.may_transfer && heirs.length > 0;
  if (owned && !canHandOver) return null;
  return (
    <div className={styles.foot}>
      {canHandOver ? (
        <Button kind="quiet" onPress={() => setAsked("hand-over")}>
          {text("members.hand-over")}
        </Button>
      ) : null}
      {owned ? null : (
        <Button kind="stop" icon="leave" onPress={() => setAsked("leave")}>
          {text("members.leave")}
        </Button>
      )}
      {asked === "hand-over" ? (
        <HandOverDialog roomId={roomId} heirs={heirs} owned={owned} onClose={() => setAsked(undefined)} />
      ) : null}
      {asked === "leave" ? <LeaveRoomDialog roomId={roomId} onClose={() => setAsked(undefined)} /> : null}
    </div>
  );
}
