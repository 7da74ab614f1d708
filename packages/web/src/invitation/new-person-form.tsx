import { useState, type ReactNode } from "react";
import { Form } from "../app/form.tsx";
import { isShortPassword, newPersonErrors } from "../app/new-person.ts";
import { NewPersonFields, NOBODY, type NewPerson } from "../app/new-person-fields.tsx";
import { useText } from "../messages/text.tsx";
import { Button, Failure } from "../parts/index.ts";

export interface NewPersonFormProps {
  readonly onJoin: (person: NewPerson) => void;
  readonly busy: boolean;
  readonly error: Error | null;
}

/** Joins as somebody who is new here. */
export function NewPersonForm({ onJoin, busy, error }: NewPersonFormProps): ReactNode {
  const text = useText();
  const [person, setPerson] = useState(NOBODY);
  const [tried, setTried] = useState(false);
  const errors = newPersonErrors(error, text);

  function submit(): void {
    setTried(true);
    if (isShortPassword(person.password)) return;
    onJoin({ name: person.name.trim(), email: person.email.trim(), password: person.password });
  }

  return (
    <Form onSubmit={submit}>
      <NewPersonFields value={person} onChange={setPerson} tried={tried} errors={errors} />
      {error && Object.keys(errors).length === 0 ? <Failure error={error} /> : null}
      <Button type="submit" kind="door" size="big" busy={busy}>
        {busy ? text("invitation.busy") : text("invitation.join")}
      </Button>
    </Form>
  );
}
