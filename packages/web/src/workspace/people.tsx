import { useState, type ReactNode } from "react";
import type { Member, WorkspaceSettings } from "../data/index.ts";
import { ROLE_NAMES } from "../members/index.ts";
import { Message, useText } from "../messages/text.tsx";
import { Avatar, Count, IconButton, Menu, MenuItem, Time } from "../parts/index.ts";
import { LeaveDialog } from "./leave-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { ResetDialog } from "./reset-dialog.tsx";
import { RoleDialog } from "./role-dialog.tsx";
import styles from "./workspace.module.css";

/** Something that can be done with a member; each has a dialog of its own. */
type Deed = "role" | "reset" | "remove" | "leave";

const DIALOGS = { role: RoleDialog, reset: ResetDialog, remove: RemoveDialog, leave: LeaveDialog } as const;

/** Who belongs to the workspace, in which role, and what this person may change about it. */
export function People({ workspace }: { readonly workspace: WorkspaceSettings }): ReactNode {
  const text = useText();
  const [asked, setAsked] = useState<{ deed: Deed; member: Member } | undefined>(undefined);
  const Asked = asked && DIALOGS[asked.deed];
  const { members } = workspace;
  return (
    <section aria-labelledby="people">
      <div className={styles.head}>
        <h2 id="people">{text("workspace.people")}</h2>
        <Count value={members.length} label={text("workspace.people-count", { count: members.length })} />
      </div>
      <ul className={styles.rows}>
        {members.map((member) => (
          <li key={member.person_id} className={styles.person}>
            <Avatar name={member.name} />
            <span className={styles.who}>
              <span className={styles.name}>
                <bdi>{member.you ? text("members.you", { name: member.name }) : member.name}</bdi>
              </span>
              <span className={styles.fine}>{member.email}</span>
            </span>
            <span className={styles.role}>
              {text(ROLE_NAMES[member.role])}
              <span className={styles.fine}>
                <Message id="workspace.since" values={{ date: <Time at={member.joined_at} look="date" /> }} />
              </span>
            </span>
            <MemberMenu member={member} onAsk={(deed) => setAsked({ deed, member })} />
          </li>
        ))}
      </ul>
      {asked && Asked ? (
        <Asked workspace={workspace} member={asked.member} onClose={() => setAsked(undefined)} />
      ) : null}
    </section>
  );
}

interface MemberMenuProps {
  readonly member: Member;
  readonly onAsk: (deed: Deed) => void;
}

function MemberMenu({ member, onAsk }: MemberMenuProps): ReactNode {
  const text = useText();
  const mayChange = member.roles_to_give.length > 0;
  if (!mayChange && !member.may_reset && !member.may_remove && !member.you) return null;
  const label = text("workspace.member-menu", { name: member.name });
  return (
    <Menu label={label} trigger={<IconButton icon="more" label={label} className={styles.menu} />}>
      {mayChange ? <MenuItem onAction={() => onAsk("role")}>{text("workspace.role")}</MenuItem> : null}
      {member.may_reset ? (
        <MenuItem icon="link" onAction={() => onAsk("reset")}>
          {text("workspace.reset")}
        </MenuItem>
      ) : null}
      {member.may_remove && !member.you ? (
        <MenuItem icon="remove" danger onAction={() => onAsk("remove")}>
          {text("workspace.remove")}
        </MenuItem>
      ) : null}
      {member.you ? (
        <MenuItem icon="leave" danger onAction={() => onAsk("leave")}>
          {text("workspace.leave")}
        </MenuItem>
      ) : null}
    </Menu>
  );
}
