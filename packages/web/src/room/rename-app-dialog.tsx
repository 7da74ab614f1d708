import { useId, useState, type ReactNode } from "react";
import { Form } from "../app/form.tsx";
import { useRenameApp, type AppPlace } from "../data/apps.ts";
import { useText } from "../messages/text.tsx";
import { Button, Dialog, Failure, TextField } from "../parts/index.ts";
import { spelledOut } from "../review/visible-marks.ts";

/** As the server counts a name, in code points. */
const NAME_AT_MOST = 200;

export interface RenameAppDialogProps {
  readonly place: AppPlace;
  readonly name: string;
  readonly onClose: () => void;
}

/** Gives a tab another name, for every member. */
export function RenameAppDialog({ place, name: before, onClose }: RenameAppDialogProps): ReactNode {
  const text = useText();
  const form = useId();
  const rename = useRenameApp();
  const [name, setName] = useState(before);
  const tooLong = Array.from(name.trim()).length > NAME_AT_MOST;

  function save(): void {
    if (rename.isPending || tooLong || name.trim() === "") return;
    rename.mutate({ ...place, name: name.trim() }, { onSuccess: onClose });
  }
  return (
    <Dialog
      title={text("room.rename-title", { name: spelledOut(before) })}
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button kind="quiet" onPress={onClose}>
            {text("room.back")}
          </Button>
          <Button kind="door" type="submit" form={form} busy={rename.isPending}>
            {text("room.rename-do")}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={save}>
        <TextField
          label={text("room.rename-label")}
          required
          value={name}
          onChange={setName}
          hint={text("room.rename-hint")}
          error={tooLong ? text("room.rename-too-long", { most: NAME_AT_MOST }) : undefined}
        />
        {rename.error ? <Failure error={rename.error} /> : null}
      </Form>
    </Dialog>
  );
}
