import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useText } from "../messages/text.tsx";
import { CopyLine } from "../parts/index.ts";
import styles from "./members.module.css";

export interface LinkOnceProps {
  readonly link: string;
  /** What it is, for example "the invitation link". */
  readonly label: string;
  readonly expiresAt: string;
}

/** A link that was just made. The server keeps only its hash, so it is shown this once. */
export function LinkOnce({ link, label, expiresAt }: LinkOnceProps): ReactNode {
  const text = useText();
  const intl = useIntl();
  const until = intl.formatDate(expiresAt, { dateStyle: "medium", timeStyle: "short" });
  return (
    <div className={styles.link}>
      <CopyLine value={link} label={label} />
      <p className={styles.hint}>{text("invite.once", { until })}</p>
    </div>
  );
}
