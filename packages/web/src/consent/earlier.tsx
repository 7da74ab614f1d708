import type { ReactNode } from "react";
import { useConnections } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import styles from "./consent.module.css";

/** Says what becomes of connections that a client of this name has already: they stay beside the new one. */
export function Earlier({ clientName }: { readonly clientName: string }): ReactNode {
  const text = useText();
  const connections = useConnections().data?.connections ?? [];
  const count = connections.filter((one) => one.client_name === clientName).length;
  return count === 0 ? null : <p className={styles.fine}>{text("consent.earlier", { count })}</p>;
}
