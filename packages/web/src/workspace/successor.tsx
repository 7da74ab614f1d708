import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import type { Member, WorkspaceSettings } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Select } from "../parts/index.ts";

export interface SuccessorProps {
  readonly workspace: WorkspaceSettings;
  /** Who goes. */
  readonly member: Member;
  /** Empty until somebody was chosen. */
  readonly value: string;
  readonly onChange: (personId: string) => void;
  /** The form was sent once, so what is missing is told. */
  readonly tried: boolean;
}

/** Who takes over the Rooms of a member who goes; nothing when there are none. */
export function Successor({ workspace, member, value, onChange, tried }: SuccessorProps): ReactNode {
  const text = useText();
  const intl = useIntl();
  if (member.rooms.length === 0) return null;
  // A Room's owner decides what runs for everybody in it, so guests own none.
  const heirs = workspace.members.filter((one) => one.person_id !== member.person_id && one.role !== "guest");
  return (
    <Select
      label={text("workspace.successor")}
      hint={text("workspace.successor-of", {
        count: member.rooms.length,
        rooms: intl.formatList(member.rooms.map((room) => room.name)),
      })}
      value={value}
      onChange={onChange}
      error={tried && value === "" ? text("members.choose-one") : undefined}
      options={[
        { value: "", label: text("members.choose") },
        ...heirs.map((one) => ({
          value: one.person_id,
          label: text("members.person", { name: one.name, email: one.email }),
        })),
      ]}
    />
  );
}
