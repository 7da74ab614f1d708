import { useState, type ReactNode } from "react";
import { useRevokeInvitation, type OpenInvitation, type WorkspaceSettings } from "../data/index.ts";
import { ROLE_NAMES } from "../members/index.ts";
import { Message, useText, type Translate } from "../messages/text.tsx";
import { Button, Count, Failure, Icon, tell, Time } from "../parts/index.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import styles from "./workspace.module.css";

/** Links into the workspace that nobody used yet. */
export function Invitations({ workspace }: { readonly workspace: WorkspaceSettings }): ReactNode {
  const text = useText();
  const [inviting, setInviting] = useState(false);
  const revoke = useRevokeInvitation();
  const { invitations } = workspace;
  const ending = revoke.isPending ? revoke.variables.invitation_id : undefined;
  return (
    <section aria-labelledby="invitations">
      <div className={styles.head}>
        <h2 id="invitations">{text("workspace.invitations")}</h2>
        <Count
          value={invitations.length}
          label={text("workspace.invitations-count", { count: invitations.length })}
        />
        {workspace.may.invite ? (
          <Button icon="link" className={styles.push} onPress={() => setInviting(true)}>
            {text("invite.title")}
          </Button>
        ) : null}
      </div>
      <ul className={styles.rows}>
        {invitations.map((invitation) => (
          <li key={invitation.invitation_id} className={styles.invitation}>
            <Icon name="link" />
            <InvitationWords invitation={invitation} />
            <Button
              kind="quiet"
              size="small"
              busy={ending === invitation.invitation_id}
              label={text("workspace.revoke-name", { what: whatOf(text, invitation) })}
              onPress={() =>
                revoke.mutate(
                  { workspace_id: workspace.workspace_id, invitation_id: invitation.invitation_id },
                  { onSuccess: () => tell({ text: text("workspace.revoked") }) },
                )
              }
            >
              {text("workspace.revoke")}
            </Button>
          </li>
        ))}
      </ul>
      {invitations.length === 0 ? <p className={styles.none}>{text("workspace.no-invitations")}</p> : null}
      {revoke.error ? <Failure error={revoke.error} /> : null}
      {inviting ? <InviteDialog workspace={workspace} onClose={() => setInviting(false)} /> : null}
    </section>
  );
}

/** What a link gives: "Guest, into Team room". */
function whatOf(text: Translate, { role, room_name: room }: OpenInvitation): string {
  const named = text(ROLE_NAMES[role]);
  return room === undefined
    ? text("workspace.invited", { role: named })
    : text("workspace.invited-room", { role: named, room });
}

function InvitationWords({ invitation }: { readonly invitation: OpenInvitation }): ReactNode {
  const text = useText();
  const { invited_by, created_at, expires_at } = invitation;
  return (
    <span className={styles.who}>
      <span>{whatOf(text, invitation)}</span>
      <span className={styles.fine}>
        <Message
          id="workspace.invited-by"
          values={{
            by: <bdi>{invited_by}</bdi>,
            made: <Time at={created_at} look="date" />,
            until: <Time at={expires_at} look="moment" />,
          }}
        />
      </span>
    </span>
  );
}
