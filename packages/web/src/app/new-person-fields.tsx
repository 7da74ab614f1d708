import type { ReactNode } from "react";
import { useText } from "../messages/text.tsx";
import { TextField } from "../parts/index.ts";
import { Pair } from "./form.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import type { NewPersonErrors } from "./new-person.ts";

export interface NewPerson {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export const NOBODY: NewPerson = { name: "", email: "", password: "" };

export interface NewPersonFieldsProps {
  readonly value: NewPerson;
  readonly onChange: (value: NewPerson) => void;
  /** The form was sent once, so what is missing is told. */
  readonly tried: boolean;
  readonly errors: NewPersonErrors;
}

/** Name, email and a new password. */
export function NewPersonFields({ value, onChange, tried, errors }: NewPersonFieldsProps): ReactNode {
  const text = useText();
  return (
    <>
      <Pair>
        <TextField
          label={text("new-person.name")}
          name="name"
          autoComplete="name"
          required
          maxLength={100}
          value={value.name}
          onChange={(name) => onChange({ ...value, name })}
          error={errors.name}
        />
        <TextField
          label={text("sign-in.email")}
          type="email"
          name="email"
          autoComplete="username"
          required
          maxLength={254}
          value={value.email}
          onChange={(email) => onChange({ ...value, email })}
          error={errors.email}
        />
      </Pair>
      <NewPasswordField
        label={text("sign-in.password")}
        value={value.password}
        onChange={(password) => onChange({ ...value, password })}
        tried={tried}
        error={errors.password}
      />
    </>
  );
}
