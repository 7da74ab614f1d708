import { useEffect, useRef, useState, type ReactNode } from "react";
import { isRefusal } from "@anteroom/client";
import { Form } from "../app/form.tsx";
import { useSignIn } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Button, ErrorNote, Failure, TextField, useErrorText } from "../parts/index.ts";

export interface PasswordStepProps {
  readonly onSignedIn: () => void;
  /** A code is asked for next; the ticket goes with it. */
  readonly onSecondStep: (ticket: string) => void;
}

/** Email and password. */
export function PasswordStep({ onSignedIn, onSecondStep }: PasswordStepProps): ReactNode {
  const text = useText();
  const signIn = useSignIn();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  useEffect(() => emailField.current?.focus(), []);

  function submit(): void {
    if (signIn.isPending) return;
    signIn.mutate(
      { email: email.trim(), password },
      {
        onSuccess: ({ second_step }) => {
          if (second_step) onSecondStep(second_step.ticket);
          else onSignedIn();
        },
        onError: () => {
          setPassword("");
          passwordField.current?.focus();
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
        // The browser lists the passkeys of this device here too.
        autoComplete="username webauthn"
        required
        maxLength={254}
        value={email}
        onChange={setEmail}
        ref={emailField}
      />
      <TextField
        label={text("sign-in.password")}
        type="password"
        name="password"
        autoComplete="current-password"
        required
        maxLength={1024}
        value={password}
        onChange={setPassword}
        ref={passwordField}
      />
      {signIn.error ? <SignInError error={signIn.error} /> : null}
      <Button type="submit" kind="door" size="big" busy={signIn.isPending}>
        {signIn.isPending ? text("sign-in.busy") : text("sign-in.submit")}
      </Button>
    </Form>
  );
}

function SignInError({ error }: { readonly error: Error }): ReactNode {
  const text = useText();
  const words = useErrorText()(error);
  if (isRefusal(error, "wrong_credentials") || isRefusal(error, "invalid_arguments")) {
    return <ErrorNote what={text("error.credentials")} next={text("error.credentials-next")} />;
  }
  if (isRefusal(error, "rate_limited")) {
    return <ErrorNote what={words.what} next={text("sign-in.locked-next", { wait: words.next ?? "" })} />;
  }
  return <Failure error={error} />;
}
