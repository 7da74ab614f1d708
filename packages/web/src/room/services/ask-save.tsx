import type { ReactNode } from "react";
import { useText } from "../../messages/text.tsx";
import { Button, download, useArriving, useBytes } from "../../parts/index.ts";
import { VisibleName } from "../../review/visible-text.tsx";
import { AskFrame, type AskedProps } from "./ask-frame.tsx";
import styles from "./ask.module.css";

export interface AskSaveProps extends AskedProps {
  readonly name: string;
  readonly data: Blob;
}

/** An app wants to save a file. */
export function AskSave({ name, data, ...asked }: AskSaveProps): ReactNode {
  const text = useText();
  const bytes = useBytes();
  const isArriving = useArriving();
  function save(): void {
    if (isArriving) return;
    download(name, data);
    asked.asks.answer(true);
  }
  return (
    <AskFrame
      {...asked}
      actions={
        <>
          <Button kind="quiet" onPress={() => asked.asks.dismiss()}>
            {text("ask.cancel")}
          </Button>
          <Button icon="file" held={isArriving} onPress={save}>
            {text("ask.save-do")}
          </Button>
        </>
      }
    >
      <dl className={styles.facts}>
        <dt>{text("ask.save-name")}</dt>
        <dd className={styles.name}>
          <VisibleName text={name} />
        </dd>
        <dt>{text("ask.save-size")}</dt>
        <dd>{bytes(data.size)}</dd>
      </dl>
      <p className={styles.words}>{text("ask.save-words")}</p>
    </AskFrame>
  );
}
