import { useState, type ReactNode } from "react";
import { useInviteToRoom } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Button, Failure, Select } from "../parts/index.ts";
import { DaysSelect, FIRST_DAYS } from "./days-select.tsx";
import { LinkOnce } from "./link-once.tsx";
import styles from "./members.module.css";
import { ROLE_NAMES, ROLE_WORDS } from "./roles.ts";

const ROLES = ["member", "guest"] as const;

/** Makes a link by which one person joins the Room, and its workspace in the role that is chosen. */
export function InviteByLink({ roomId }: { readonly roomId: string }): ReactNode {
  const text = useText();
  const invite = useInviteToRoom();
  const [role, setRole] = useState<(typeof ROLES)[number]>("member");
  const [days, setDays] = useState(FIRST_DAYS);
  const made = invite.data;
  return (
    <section className={styles.part}>
      <div className={styles.invite}>
        <Select
          label={text("invite.role")}
          value={role}
          onChange={(chosen) => setRole(ROLES.find((one) => one === chosen) ?? role)}
          options={ROLES.map((value) => ({ value, label: text(ROLE_NAMES[value]) }))}
        />
        <DaysSelect value={days} onChange={setDays} />
        <Button
          icon="link"
          busy={invite.isPending}
          onPress={() => invite.mutate({ room_id: roomId, role, days })}
        >
          {made ? text("invite.another") : text("invite.title")}
        </Button>
      </div>
      <p className={styles.hint}>{text(ROLE_WORDS[role])}</p>
      <div role="status">
        {made ? <LinkOnce link={made.link} label={text("invite.link")} expiresAt={made.expires_at} /> : null}
      </div>
      {invite.error ? <Failure error={invite.error} /> : null}
    </section>
  );
}
