import { useState, type ReactNode } from "react";
import { isRefusal } from "@anteroom/client";
import { Form } from "../app/form.tsx";
import { isShortPassword, newPersonErrors } from "../app/new-person.ts";
import { NewPasswordField } from "../app/new-password-field.tsx";
import { useResetPassword } from "../data/account.ts";
import { useText } from "../messages/text.tsx";
import { Button, Failure, TextField } from "../parts/index.ts";
import styles from "./reset.module.css";

export interface ResetFormProps {
  readonly secret: string;
  readonly email: string;
  /** The link takes the second factor and the passkeys away too. */
  readonly forgetsFactors: boolean;
  readonly onOver: () => void;
  /** The password is set. With a ticket a code is asked for next; without one this browser is signed in. */
  readonly onSet: (ticket: string | undefined) => void;
}

/** The new password. */
export function ResetForm({ secret, email, forgetsFactors, onOver, onSet }: ResetFormProps): ReactNode {
  const text = useText();
  const reset = useResetPassword();
  const [password, setPassword] = useState("");
  const [tried, setTried] = useState(false);
  const { password: wrong } = newPersonErrors(reset.error, text);

  function submit(): void {
    setTried(true);
    if (reset.isPending || isShortPassword(password)) return;
    reset.mutate(
      { secret, password },
      {
        onSuccess: ({ second_step }) => onSet(second_step?.ticket),
        onError: (error) => {
          if (isRefusal(error, "not_found") || isRefusal(error, "wrong_credentials")) onOver();
        },
      },
    );
  }

  return (
    <Form onSubmit={submit}>
      <TextField
        label={text("sign-in.email")}
        type="email"
        name="email"
        autoComplete="username"
        value={email}
      />
      <NewPasswordField
        label={text("password.new")}
        value={password}
        onChange={setPassword}
        tried={tried}
        error={wrong}
      />
      {forgetsFactors ? <p className={styles.told}>{text("reset.forgets-factors")}</p> : null}
      <p className={styles.told}>{text("password.ends-others")}</p>
      {reset.error && wrong === undefined ? <Failure error={reset.error} /> : null}
      <Button type="submit" kind="door" size="big" busy={reset.isPending}>
        {reset.isPending ? text("password.setting") : text("reset.submit")}
      </Button>
    </Form>
  );
}
