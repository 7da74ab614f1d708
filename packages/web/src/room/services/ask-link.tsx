import type { ReactNode } from "react";
import { useText } from "../../messages/text.tsx";
import { Button, useArriving } from "../../parts/index.ts";
import { VisibleText } from "../../review/visible-text.tsx";
import { partsOfAddress } from "./address.ts";
import { AskFrame, type AskedProps } from "./ask-frame.tsx";
import styles from "./ask.module.css";

/** An app wants to open an address: the whole of it is shown, and where it leads stands out. */
export function AskLink({ url, ...asked }: AskedProps & { readonly url: URL }): ReactNode {
  const text = useText();
  const isArriving = useArriving();
  const { before, host, after, isSpelled } = partsOfAddress(url);
  const isMail = url.protocol === "mailto:";
  function open(): void {
    if (isArriving) return;
    follow(url);
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
          <Button icon="window" held={isArriving} onPress={open}>
            {text(isMail ? "ask.link-mail" : "ask.link-open")}
          </Button>
        </>
      }
    >
      <p
        className={styles.address}
        dir="ltr"
        tabIndex={0}
        role="region"
        aria-label={text("ask.link-address")}
      >
        <VisibleText text={before} />
        <b className={styles.host}>
          <VisibleText text={host} />
        </b>
        <VisibleText text={after} />
      </p>
      {isSpelled ? <p className={styles.words}>{text("ask.link-spelled")}</p> : null}
      <p className={styles.words}>{text("ask.link-words")}</p>
    </AskFrame>
  );
}

/** Opens an address where it learns nothing of this page and cannot reach it. */
function follow(url: URL): void {
  const link = document.createElement("a");
  link.href = url.href;
  link.rel = "noopener noreferrer";
  // The program for mail opens beside the page by itself.
  if (url.protocol !== "mailto:") link.target = "_blank";
  link.click();
}
