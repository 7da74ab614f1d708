import { useId, useState, type ReactNode } from "react";
import { Form } from "../app/form.tsx";
import { useRemoveMember } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Button, Dialog, Failure, tell } from "../parts/index.ts";
import type { MemberDeedProps } from "./member-deed.ts";
import { Successor } from "./successor.tsx";

/** Takes a member out of the workspace. */
export function RemoveDialog({ workspace, member, onClose }: MemberDeedProps): ReactNode {
  const text = useText();
  const form = useId();
  const remove = useRemoveMember();
  const [successor, setSuccessor] = useState("");
  const [tried, setTried] = useState(false);

  function confirm(): void {
    setTried(true);
    if (remove.isPending || (member.rooms.length > 0 && successor === "")) return;
    remove.mutate(
      {
        workspace_id: workspace.workspace_id,
        person_id: member.person_id,
        ...(successor !== "" && { successor_id: successor }),
      },
      {
        onSuccess: () => {
          tell({ text: text("workspace.removed", { name: member.name, workspace: workspace.name }) });
          onClose();
        },
      },
    );
  }
  return (
    <Dialog
      title={text("workspace.remove-title", { name: member.name })}
      role="alertdialog"
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button kind="quiet" onPress={onClose}>
            {text("workspace.back")}
          </Button>
          <Button kind="stopSolid" type="submit" form={form} busy={remove.isPending}>
            {text("workspace.remove-do")}
          </Button>
        </>
      }
    >
      <p>{text("workspace.remove-what", { workspace: workspace.name })}</p>
      <Form id={form} onSubmit={confirm}>
        <Successor
          workspace={workspace}
          member={member}
          value={successor}
          onChange={setSuccessor}
          tried={tried}
        />
        {remove.error ? <Failure error={remove.error} /> : null}
      </Form>
    </Dialog>
  );
}
