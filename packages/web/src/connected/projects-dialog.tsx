import { useId, useState, type ReactNode } from "react";
import { Form } from "../app/form.tsx";
import { useChangeConnectionProjects, type Connection } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Button, Checkbox, Dialog, Failure, FieldGroup, tell } from "../parts/index.ts";

export interface ProjectsDialogProps {
  readonly connection: Connection;
  readonly onClose: () => void;
}

/** Seats a connection in other projects; it must sit in one at least. */
export function ProjectsDialog({ connection, onClose }: ProjectsDialogProps): ReactNode {
  const text = useText();
  const form = useId();
  const change = useChangeConnectionProjects();
  const { connection_id, client_name: name, possible_projects: possible } = connection;
  const [seats, setSeats] = useState<ReadonlySet<string>>(
    () => new Set(connection.projects.map((project) => project.project_id)),
  );
  const chosen = possible.map((project) => project.project_id).filter((id) => seats.has(id));

  function seat(projectId: string, sits: boolean): void {
    const next = new Set(seats);
    if (sits) next.add(projectId);
    else next.delete(projectId);
    setSeats(next);
  }
  function save(): void {
    if (change.isPending || chosen.length === 0) return;
    change.mutate(
      { connection_id, project_ids: chosen },
      {
        onSuccess: () => {
          tell({ text: text("connections.seats-changed", { name }) });
          onClose();
        },
      },
    );
  }
  return (
    <Dialog
      title={text("connections.projects-title", { name })}
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button kind="quiet" onPress={onClose}>
            {text("connections.back")}
          </Button>
          <Button kind="door" type="submit" form={form} busy={change.isPending}>
            {text("connections.save")}
          </Button>
        </>
      }
    >
      <p>{text("connections.projects-what")}</p>
      <Form id={form} onSubmit={save}>
        <FieldGroup
          label={text("connections.seated")}
          error={chosen.length === 0 ? text("consent.no-project") : undefined}
        >
          {possible.map((project) => (
            <Checkbox
              key={project.project_id}
              checked={seats.has(project.project_id)}
              onChange={(sits) => seat(project.project_id, sits)}
            >
              {project.name}
            </Checkbox>
          ))}
        </FieldGroup>
        {change.error ? <Failure error={change.error} /> : null}
      </Form>
    </Dialog>
  );
}
