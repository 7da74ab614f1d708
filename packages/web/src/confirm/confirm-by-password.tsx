import { useEffect, useRef, useState, type ReactNode } from "react";
import { isRefusal } from "@anteroom/client";
import { Form } from "../app/form.tsx";
import { useConfirm } from "../data/account.ts";
import { useText } from "../messages/text.tsx";
import { Button, ErrorNote, Failure, TextField } from "../parts/index.ts";
import { CodeField } from "../sign-in/code-field.tsx";
import { CodeError } from "../sign-in/code-step.tsx";

export interface ConfirmByPasswordProps {
  /** A code is needed too. */
  readonly code: boolean;
  /** There is another way above it. */
  readonly second: boolean;
  readonly onConfirmed: () => void;
}

/** The password, and a code where there is a second factor. */
export function ConfirmByPassword({
  code: needsCode,
  second,
  onConfirmed,
}: ConfirmByPasswordProps): ReactNode {
  const text = useText();
  const confirm = useConfirm();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!second) field.current?.focus();
  }, [second]);

  function submit(): void {
    if (confirm.isPending) return;
    confirm.mutate(
      { password, ...(needsCode && { code: code.trim() }) },
      {
        onSuccess: onConfirmed,
        onError: (error) => {
          setCode("");
          if (isWrongCode(error)) return codeField.current?.focus();
          setPassword("");
          field.current?.focus();
        },
      },
    );
  }

  return (
    <Form onSubmit={submit}>
      <TextField
        label={text("sign-in.password")}
        type="password"
        name="password"
        autoComplete="current-password"
        required
        maxLength={1024}
        value={password}
        onChange={setPassword}
        ref={field}
      />
      {needsCode ? <CodeField value={code} onChange={setCode} ref={codeField} /> : null}
      {confirm.error ? <ConfirmError error={confirm.error} /> : null}
      <Button type="submit" kind={second ? "plain" : "door"} size="big" busy={confirm.isPending}>
        {confirm.isPending ? text("confirm.busy") : text("confirm.submit")}
      </Button>
    </Form>
  );
}

function isWrongCode(error: Error): boolean {
  return isRefusal(error, "wrong_credentials") && error.body.where === "code";
}

function ConfirmError({ error }: { readonly error: Error }): ReactNode {
  const text = useText();
  if (isWrongCode(error)) return <CodeError error={error} />;
  if (isRefusal(error, "wrong_credentials") || isRefusal(error, "invalid_arguments")) {
    return <ErrorNote what={text("confirm.wrong")} next={text("confirm.wrong-next")} />;
  }
  return <Failure error={error} />;
}
