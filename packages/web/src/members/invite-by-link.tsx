import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useInviteToRoom } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Button, CopyLine, Failure } from "../parts/index.ts";
import styles from "./members.module.css";

/** Makes a link for one new person. It is shown once: the server keeps only its hash. */
export function InviteByLink({ roomId }: { readonly roomId: string }): ReactNode {
  const text = useText();
  const intl = useIntl();
  const invite = useInviteToRoom();
  const made = invite.data;
  return (
    <section className={styles.invite}>
      <div className={styles.inviteHead}>
        <p className={styles.hint}>{text("members.invite-hint")}</p>
        <Button icon="link" busy={invite.isPending} onPress={() => invite.mutate({ room_id: roomId })}>
          {made ? text("members.invite-another") : text("members.invite")}
        </Button>
      </div>
      <div role="status">
        {made ? (
          <div className={styles.link}>
            <CopyLine value={made.link} label={text("members.link")} />
            <p className={styles.hint}>
              {text("members.link-expiry", {
                until: intl.formatDate(made.expires_at, { dateStyle: "medium", timeStyle: "short" }),
              })}
            </p>
          </div>
        ) : null}
      </div>
      {invite.error ? <Failure error={invite.error} /> : null}
    </section>
  );
}
