import { useEffect, useRef, useState, type ReactNode } from "react";
import { isRefusal } from "@anteroom/client";
import { Form } from "../app/form.tsx";
import { useFinishSignIn } from "../data/account.ts";
import { useText } from "../messages/text.tsx";
import { Button, ErrorNote, Failure } from "../parts/index.ts";
import { CodeField } from "./code-field.tsx";

export interface CodeStepProps {
  /** Of the first step. */
  readonly ticket: string;
  readonly onSignedIn: () => void;
  readonly onStartAgain: () => void;
}

/** The second step of a sign-in, after the password. */
export function CodeStep({ ticket, onSignedIn, onStartAgain }: CodeStepProps): ReactNode {
  const text = useText();
  const finish = useFinishSignIn();
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  function submit(): void {
    if (finish.isPending) return;
    finish.mutate(
      { ticket, code: code.trim() },
      {
        onSuccess: onSignedIn,
        onError: () => {
          setCode("");
          field.current?.focus();
        },
      },
    );
  }

  return (
    <>
      <Form onSubmit={submit}>
        <CodeField value={code} onChange={setCode} ref={field} />
        {finish.error ? <CodeError error={finish.error} /> : null}
        <Button type="submit" kind="door" size="big" busy={finish.isPending}>
          {finish.isPending ? text("sign-in.busy") : text("sign-in.submit")}
        </Button>
      </Form>
      <Button kind="quiet" onPress={onStartAgain}>
        {text("sign-in.start-again")}
      </Button>
    </>
  );
}

/** Why a code was not taken, where it is asked for with or without a password. */
export function CodeError({ error }: { readonly error: Error }): ReactNode {
  const text = useText();
  const wrong = isRefusal(error, "wrong_credentials");
  if (isRefusal(error, "invalid_arguments") || (wrong && error.body.where === "code")) {
    return <ErrorNote what={text("code.wrong")} next={text("code.wrong-next")} />;
  }
  if (wrong) return <ErrorNote what={text("code.over")} next={text("code.over-next")} />;
  return <Failure error={error} />;
}
