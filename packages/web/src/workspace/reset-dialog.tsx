import { useState, type ReactNode } from "react";
import { useCreateResetLink } from "../data/index.ts";
import { LinkOnce } from "../members/index.ts";
import { useText } from "../messages/text.tsx";
import { Button, Checkbox, Dialog, Failure } from "../parts/index.ts";
import type { MemberDeedProps } from "./member-deed.ts";

/** Makes the link by which a member who is locked out sets a new password. */
export function ResetDialog({ workspace, member, onClose }: MemberDeedProps): ReactNode {
  const text = useText();
  const create = useCreateResetLink();
  const [forget, setForget] = useState(false);
  const made = create.data;
  return (
    <Dialog
      title={text("workspace.reset-title", { name: member.name })}
      isOpen
      onOpenChange={onClose}
      actions={
        made ? (
          <Button onPress={onClose}>{text("workspace.reset-done")}</Button>
        ) : (
          <>
            <Button kind="quiet" onPress={onClose}>
              {text("workspace.back")}
            </Button>
            <Button
              kind="door"
              busy={create.isPending}
              onPress={() =>
                create.mutate({
                  workspace_id: workspace.workspace_id,
                  person_id: member.person_id,
                  forget_factors: forget,
                })
              }
            >
              {text("workspace.reset-do")}
            </Button>
          </>
        )
      }
    >
      <p>{text("workspace.reset-what", { name: member.name })}</p>
      {made ? null : (
        <Checkbox checked={forget} onChange={setForget} hint={text("workspace.reset-forget-hint")}>
          {text("workspace.reset-forget")}
        </Checkbox>
      )}
      <div role="status">
        {made ? (
          <LinkOnce link={made.link} label={text("workspace.reset-link")} expiresAt={made.expires_at} />
        ) : null}
      </div>
      {create.error ? <Failure error={create.error} /> : null}
    </Dialog>
  );
}
