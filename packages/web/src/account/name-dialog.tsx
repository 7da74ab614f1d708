import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { Form } from "../app/form.tsx";
import { useText } from "../messages/text.tsx";
import { Button, Dialog, Failure, TextField } from "../parts/index.ts";

export interface NameDialogProps {
  readonly title: string;
  readonly hint?: string;
  readonly name: string;
  /** In characters. */
  readonly maxLength: number;
  readonly autoComplete?: "name";
  /** The word on the button that acts. */
  readonly act: string;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for a name. There as long as it is open. */
export function NameDialog(props: NameDialogProps): ReactNode {
  const text = useText();
  const form = useId();
  const [name, setName] = useState(props.name);
  const field = useRef<HTMLInputElement>(null);
  // What stands there is there to be written over.
  useEffect(() => field.current?.select(), []);
  return (
    <Dialog
      title={props.title}
      isOpen
      onOpenChange={props.onClose}
      actions={
        <>
          <Button kind="quiet" onPress={props.onClose}>
            {text("account.cancel")}
          </Button>
          <Button kind="door" type="submit" form={form} busy={props.busy}>
            {props.act}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={() => props.onName(name.trim())}>
        <TextField
          label={text("account.name")}
          required
          maxLength={props.maxLength}
          value={name}
          onChange={setName}
          ref={field}
          {...(props.autoComplete && { autoComplete: props.autoComplete })}
          {...(props.hint !== undefined && { hint: props.hint })}
        />
        {props.error ? <Failure error={props.error} /> : null}
      </Form>
    </Dialog>
  );
}
