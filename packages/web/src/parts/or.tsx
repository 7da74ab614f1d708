import type { ReactNode } from "react";
import { useText } from "../messages/text.tsx";
import styles from "./or.module.css";

/** Stands between two ways to do the same. */
export function Or(): ReactNode {
  return <p className={styles.or}>{useText()("part.or")}</p>;
}
