import type { ReactNode, Ref } from "react";
import { useText } from "../messages/text.tsx";
import { TextField } from "../parts/index.ts";
import { isShortPassword, PASSWORD_LENGTH } from "./new-person.ts";

export interface NewPasswordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The form was sent once, so what is missing is told. */
  readonly tried: boolean;
  /** What the server says is wrong with it. */
  readonly error?: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A password that is being chosen, with the one rule that it has. */
export function NewPasswordField(props: NewPasswordFieldProps): ReactNode {
  const text = useText();
  const short = props.tried && isShortPassword(props.value);
  return (
    <TextField
      label={props.label}
      type="password"
      name="password"
      autoComplete="new-password"
      required
      maxLength={1024}
      hint={text("new-person.password-hint", { least: PASSWORD_LENGTH })}
      value={props.value}
      onChange={props.onChange}
      error={short ? text("new-person.password-bad", { least: PASSWORD_LENGTH }) : props.error}
      ref={props.ref}
    />
  );
}
