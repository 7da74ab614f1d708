import { useState, type ReactNode } from "react";
import { useText } from "../messages/text.tsx";
import { Button, CopyLine } from "../parts/index.ts";
import styles from "./sign-in.module.css";

/** What whoever runs the server types on its machine. Not npx: elsewhere that would fetch a stranger's package. */
const LINE = "npm run --silent anteroom -- admin reset-link --for EMAIL";

/** What to do about a forgotten password: no mail is sent, so a person has to make a link. */
export function Forgot(): ReactNode {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.forgot}>
      <Button kind="quiet" size="small" expanded={open} onPress={() => setOpen(!open)}>
        {text("sign-in.forgot")}
      </Button>
      {open ? (
        <>
          <p className={styles.hint}>{text("sign-in.forgot-ask")}</p>
          <p className={styles.hint}>{text("sign-in.forgot-operator")}</p>
          <CopyLine value={LINE} label={text("sign-in.forgot-line")} stacked />
        </>
      ) : null}
    </div>
  );
}
