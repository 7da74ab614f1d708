import { useId, useState, type ReactNode } from "react";
import { Form } from "../app/form.tsx";
import { useRenameWorkspace, type WorkspaceSettings } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Button, Dialog, Failure, TextField } from "../parts/index.ts";

export interface RenameDialogProps {
  readonly workspace: WorkspaceSettings;
  readonly onClose: () => void;
}

/** Gives a workspace another name. */
export function RenameDialog({ workspace, onClose }: RenameDialogProps): ReactNode {
  const text = useText();
  const form = useId();
  const rename = useRenameWorkspace();
  const [name, setName] = useState(workspace.name);

  function save(): void {
    if (rename.isPending || name.trim() === "") return;
    rename.mutate({ workspace_id: workspace.workspace_id, name: name.trim() }, { onSuccess: onClose });
  }
  return (
    <Dialog
      title={text("workspace.rename-title")}
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button kind="quiet" onPress={onClose}>
            {text("workspace.back")}
          </Button>
          <Button kind="door" type="submit" form={form} busy={rename.isPending}>
            {text("workspace.save")}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={save}>
        <TextField label={text("workspace.name")} required maxLength={100} value={name} onChange={setName} />
        {rename.error ? <Failure error={rename.error} /> : null}
      </Form>
    </Dialog>
  );
}
