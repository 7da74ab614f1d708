import { useId, useState, type ReactNode } from "react";
import { CALL_LIMITS, type Question } from "@anteroom/sandbox/host";
import { Form } from "../../app/form.tsx";
import { useText } from "../../messages/text.tsx";
import { Button, TextField } from "../../parts/index.ts";
import { Said } from "../said.tsx";
import { AskFrame, type AskedProps } from "./ask-frame.tsx";

/** An app says something, or asks for yes or no, or for a line of text. */
export function AskQuestion({ question, ...asked }: AskedProps & { readonly question: Question }): ReactNode {
  const text = useText();
  const form = useId();
  const { kind, text: words, initial = "" } = question;
  const [answer, setAnswer] = useState(initial);
  const { asks } = asked;
  const isPrompt = kind === "prompt";
  return (
    <AskFrame
      {...asked}
      actions={
        <>
          {kind === "alert" ? null : (
            <Button kind="quiet" onPress={() => asks.dismiss()}>
              {text("ask.cancel")}
            </Button>
          )}
          {isPrompt ? (
            <Button type="submit" form={form}>
              {text("ask.ok")}
            </Button>
          ) : (
            <Button onPress={() => asks.answer(true)}>{text("ask.ok")}</Button>
          )}
        </>
      }
    >
      {words === "" ? null : <Said label={text("ask.words")} words={words} prose />}
      {isPrompt ? (
        <Form id={form} onSubmit={() => asks.answer(answer)}>
          <TextField
            label={text("ask.answer")}
            hint={text("ask.answer-hint")}
            value={answer}
            onChange={setAnswer}
            maxLength={CALL_LIMITS.text_units}
          />
        </Form>
      ) : null}
    </AskFrame>
  );
}
