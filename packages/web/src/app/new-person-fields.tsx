import type { ReactNode } from "react";
import { useText } from "../messages/text.tsx";
import { TextField } from "../parts/index.ts";
import { Pair } from "./form.tsx";
import { isShortPassword, PASSWORD_LENGTH, type NewPersonErrors } from "./new-person.ts";

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
  const short = tried && isShortPassword(value.password);
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
      <TextField
        label={text("sign-in.password")}
        type="password"
        name="password"
        autoComplete="new-password"
        required
        maxLength={1024}
        hint={text("new-person.password-hint", { least: PASSWORD_LENGTH })}
        value={value.password}
        onChange={(password) => onChange({ ...value, password })}
        error={short ? text("new-person.password-bad", { least: PASSWORD_LENGTH }) : errors.password}
      />
    </>
  );
}
