import { useId, useState, type ReactNode } from "react";
import { useLocation } from "wouter";
import { Form } from "../app/form.tsx";
import { useMedia } from "../app/use-media.ts";
import { useCreateProject, useCreateRoom, type Project } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Button, Dialog, Failure, TextField } from "../parts/index.ts";

interface OpenProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** Names and makes a Room, and goes to it. Who makes it owns it. */
export function NewRoomDialog({ project, ...open }: OpenProps & { readonly project: Project }): ReactNode {
  const text = useText();
  const [, navigate] = useLocation();
  const create = useCreateRoom();
  return (
    <NameDialog
      {...open}
      title={text("project.new-room-in", { project: project.name })}
      hint={text("project.new-room-hint")}
      busy={create.isPending}
      error={create.error}
      onName={(name) =>
        create.mutate(
          { project_id: project.project_id, name },
          {
            onSuccess: ({ room_id }) => {
              open.onOpenChange(false);
              navigate(`/rooms/${room_id}`);
            },
          },
        )
      }
    />
  );
}

/** Names and makes a project, and goes to it. */
export function NewProjectDialog({
  workspaceId,
  ...open
}: OpenProps & { readonly workspaceId: string }): ReactNode {
  const text = useText();
  const [, navigate] = useLocation();
  const create = useCreateProject();
  return (
    <NameDialog
      {...open}
      title={text("project.new")}
      hint={text("project.new-hint")}
      busy={create.isPending}
      error={create.error}
      onName={(name) =>
        create.mutate(
          { workspace_id: workspaceId, name },
          {
            onSuccess: ({ project_id }) => {
              open.onOpenChange(false);
              navigate(`/projects/${project_id}`);
            },
          },
        )
      }
    />
  );
}

function takeFocus(field: HTMLInputElement | null): void {
  field?.focus();
}

interface NameDialogProps extends OpenProps {
  readonly title: string;
  readonly hint: string;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onName: (name: string) => void;
}

function NameDialog({ title, hint, busy, error, onName, isOpen, onOpenChange }: NameDialogProps): ReactNode {
  const text = useText();
  const form = useId();
  // With a finger the focus would call the keyboard up before the dialog is seen.
  const fine = useMedia("(pointer: fine)");
  const [name, setName] = useState("");
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onOpenChange={(next) => {
        setName("");
        onOpenChange(next);
      }}
      actions={
        <>
          <Button kind="quiet" onPress={() => onOpenChange(false)}>
            {text("project.cancel")}
          </Button>
          <Button kind="door" type="submit" form={form} busy={busy}>
            {text("project.create")}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={() => (busy || name.trim() === "" ? undefined : onName(name.trim()))}>
        <TextField
          label={text("project.name")}
          hint={hint}
          required
          maxLength={100}
          value={name}
          onChange={setName}
          ref={fine ? takeFocus : undefined}
        />
        {error ? <Failure error={error} /> : null}
      </Form>
    </Dialog>
  );
}
