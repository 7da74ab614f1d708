import { useId, useState, type ReactNode } from "react";
import { useLocation } from "wouter";
import { Form } from "../app/form.tsx";
import { useLeaveWorkspace } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Button, Dialog, Failure, tell } from "../parts/index.ts";
import type { MemberDeedProps } from "./member-deed.ts";
import { Successor } from "./successor.tsx";

/** Leaves the workspace, and goes Home. Its last owner is told why that cannot be. */
export function LeaveDialog(props: MemberDeedProps): ReactNode {
  const { workspace, member, onClose } = props;
  const text = useText();
  const owners = workspace.members.filter((one) => one.role === "owner");
  if (member.role !== "owner" || owners.length > 1) return <Leave {...props} />;
  return (
    <Dialog
      title={text("workspace.leave-title", { workspace: workspace.name })}
      isOpen
      onOpenChange={onClose}
      actions={<Button onPress={onClose}>{text("workspace.back")}</Button>}
    >
      <p>
        {text("workspace.last-owner")} {text("workspace.last-owner-next")}
      </p>
    </Dialog>
  );
}

function Leave({ workspace, member, onClose }: MemberDeedProps): ReactNode {
  const text = useText();
  const form = useId();
  const [, navigate] = useLocation();
  const leave = useLeaveWorkspace();
  const [successor, setSuccessor] = useState("");
  const [tried, setTried] = useState(false);

  function goHome(): void {
    tell({ text: text("workspace.left", { workspace: workspace.name }) });
    navigate("/");
  }
  function confirm(): void {
    setTried(true);
    if (leave.isPending || (member.rooms.length > 0 && successor === "")) return;
    const { workspace_id } = workspace;
    const input = { workspace_id, ...(successor !== "" && { successor_id: successor }) };
    // The live stream may take the page away first, and this dialog with it.
    void leave.mutateAsync(input).then(goHome, () => undefined);
  }
  return (
    <Dialog
      title={text("workspace.leave-title", { workspace: workspace.name })}
      role="alertdialog"
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button kind="quiet" onPress={onClose}>
            {text("workspace.stay")}
          </Button>
          <Button kind="stopSolid" type="submit" form={form} busy={leave.isPending}>
            {text("workspace.leave-do")}
          </Button>
        </>
      }
    >
      <p>{text("workspace.leave-what")}</p>
      <Form id={form} onSubmit={confirm}>
        <Successor
          workspace={workspace}
          member={member}
          value={successor}
          onChange={setSuccessor}
          tried={tried}
        />
        {leave.error ? <Failure error={leave.error} /> : null}
      </Form>
    </Dialog>
  );
}
