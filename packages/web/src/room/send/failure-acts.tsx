import { lazy, Suspense, useState, type ReactNode } from "react";
import type { AppPlace } from "../../data/apps.ts";
import { useText } from "../../messages/text.tsx";
import { Button, copyText, VisuallyHidden } from "../../parts/index.ts";
import { spelledOut } from "../../review/visible-marks.ts";
import { failureReport, type Failed } from "./failure-report.ts";
import styles from "./send.module.css";

const SendDialog = lazy(async () => ({ default: (await import("./send-dialog.tsx")).SendDialog }));

export interface FailureActsProps extends Failed {
  readonly place: AppPlace;
}

/** What can be done with a failure: it is sent to the app's agent, or copied for one. */
export function FailureActs({ place, app, failures }: FailureActsProps): ReactNode {
  const text = useText();
  const [outcome, setOutcome] = useState<"" | "copied" | "failed">("");
  const [sends, setSends] = useState(false);
  // Hidden characters are written as what they are, for the person who sends it as for the agent.
  const report = spelledOut(failureReport({ app, failures }));
  async function copy(): Promise<void> {
    setOutcome((await copyText(report)) ? "copied" : "failed");
  }
  return (
    <>
      <Button icon="note" onPress={() => setSends(true)}>
        {text("send.ask")}
      </Button>
      <Button icon={outcome === "copied" ? "check" : "copy"} onPress={() => void copy()}>
        {text("send.copy")}
      </Button>
      <span role="status" className={styles.status}>
        {outcome === "copied" ? <VisuallyHidden>{text("part.copied")}</VisuallyHidden> : null}
        {outcome === "failed" ? text("ask.copy-failed") : null}
      </span>
      <Suspense>
        {sends ? (
          <SendDialog
            place={place}
            name={app.name}
            kind="failure"
            words={report}
            onClose={() => setSends(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
