import { useState, type ReactNode } from "react";
import { useText } from "../../messages/text.tsx";
import { Button, copyText, ErrorNote, useArriving } from "../../parts/index.ts";
import { Said } from "../said.tsx";
import { AskFrame, type AskedProps } from "./ask-frame.tsx";

/** An app wants to put a text on the clipboard. */
export function AskCopy({ words, ...asked }: AskedProps & { readonly words: string }): ReactNode {
  const text = useText();
  const isArriving = useArriving();
  const [failed, setFailed] = useState(false);
  async function copy(): Promise<void> {
    if (isArriving) return;
    if (await copyText(words)) asked.asks.answer(true);
    else setFailed(true);
  }
  return (
    <AskFrame
      {...asked}
      actions={
        <>
          <Button kind="quiet" onPress={() => asked.asks.dismiss()}>
            {text("ask.cancel")}
          </Button>
          <Button icon="copy" held={isArriving} onPress={() => void copy()}>
            {text("part.copy")}
          </Button>
        </>
      }
    >
      <Said label={text("ask.copy-words")} words={words} />
      {failed ? <ErrorNote what={text("ask.copy-failed")} /> : null}
    </AskFrame>
  );
}
