import { useSyncExternalStore, type ReactNode } from "react";
import { notices } from "../app/notices.ts";
import { useText } from "../messages/text.tsx";
import { Checkbox } from "../parts/index.ts";
import styles from "./connected.module.css";

/** Whether this browser tells its person when something waits. The browser is asked on a press only. */
export function NotifySwitch(): ReactNode {
  const text = useText();
  const leave = useSyncExternalStore(notices.subscribe, notices.leave);
  const on = useSyncExternalStore(notices.subscribe, notices.areOn);
  if (leave === "absent") return <p className={styles.hint}>{text("notify.absent")}</p>;
  if (leave === "denied") return <p className={styles.hint}>{text("notify.denied")}</p>;
  return (
    <Checkbox
      checked={on}
      onChange={(wants) => {
        if (wants && leave === "default") void notices.ask();
        else notices.turn(wants);
      }}
      hint={text(leave === "default" ? "notify.default" : "notify.granted")}
    >
      {text("notify.switch")}
    </Checkbox>
  );
}
