import { useState, type ReactNode } from "react";
import type { AppFailure } from "@anteroom/sandbox/host";
import type { AppPlace } from "../../data/apps.ts";
import type { App } from "../../data/index.ts";
import { useText } from "../../messages/text.tsx";
import { Button, Dialog } from "../../parts/index.ts";
import { spelledOut } from "../../review/visible-marks.ts";
import { Problems } from "../problems.tsx";
import { FailureActs } from "./failure-acts.tsx";

/** The others mostly follow from them. */
const SHOWN = 5;

export interface AppMishapsProps {
  readonly place: AppPlace;
  /** Under the name that its tab has now. */
  readonly app: Pick<App, "name" | "revision" | "digest" | "runtime">;
  readonly failures: readonly AppFailure[];
}

/** What failed in an app that goes on, to be looked at and sent to its agent. */
export function AppMishaps({ place, app, failures }: AppMishapsProps): ReactNode {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" kind="quiet" icon="warning" onPress={() => setOpen(true)}>
        {text("send.mishaps", { count: failures.length })}
      </Button>
      {isOpen ? (
        <Dialog
          title={text("send.mishaps-title", { name: spelledOut(app.name) })}
          size="wide"
          isOpen
          onOpenChange={setOpen}
          actions={<FailureActs place={place} app={app} failures={failures} />}
        >
          <Problems failures={failures} revision={app.revision} most={SHOWN} />
        </Dialog>
      ) : null}
    </>
  );
}
