import { useId, useState, type ReactNode } from "react";
import { isRefusal } from "@anteroom/client";
import { Form } from "../app/form.tsx";
import { useChangeRole, type Role } from "../data/index.ts";
import { ROLE_NAMES, ROLE_WORDS } from "../members/index.ts";
import { useText } from "../messages/text.tsx";
import { Button, Dialog, ErrorNote, Failure, tell } from "../parts/index.ts";
import type { MemberDeedProps } from "./member-deed.ts";
import styles from "./workspace.module.css";

const RANKS: readonly Role[] = ["owner", "admin", "member", "guest"];

/** Gives a member another role. */
export function RoleDialog({ workspace, member, onClose }: MemberDeedProps): ReactNode {
  const text = useText();
  const form = useId();
  const change = useChangeRole();
  const [role, setRole] = useState(member.role);
  const offered = RANKS.filter((one) => one === member.role || member.roles_to_give.includes(one));

  function save(): void {
    if (change.isPending) return;
    if (role === member.role) return onClose();
    change.mutate(
      { workspace_id: workspace.workspace_id, person_id: member.person_id, role },
      {
        onSuccess: () => {
          tell({ text: text("workspace.role-changed", { name: member.name, role: text(ROLE_NAMES[role]) }) });
          onClose();
        },
      },
    );
  }
  return (
    <Dialog
      title={text("workspace.role-title", { name: member.name })}
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button kind="quiet" onPress={onClose}>
            {text("workspace.back")}
          </Button>
          <Button kind="door" type="submit" form={form} busy={change.isPending}>
            {text("workspace.role-do")}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={save}>
        <fieldset className={styles.roles} aria-label={text("invite.role")}>
          {offered.map((one) => (
            <label key={one}>
              <input type="radio" name="role" checked={one === role} onChange={() => setRole(one)} />
              <span>
                {text(ROLE_NAMES[one])}
                <span className={styles.fine}>{text(ROLE_WORDS[one])}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {isRefusal(change.error, "conflict_state") ? (
          <ErrorNote what={text("workspace.last-owner")} next={text("workspace.last-owner-next")} />
        ) : change.error ? (
          <Failure error={change.error} />
        ) : null}
      </Form>
    </Dialog>
  );
}
