import type { ReactNode } from "react";
import type { AppFailure, FailureCode } from "@anteroom/sandbox/host";
import type { AppPlace } from "../data/apps.ts";
import type { App } from "../data/index.ts";
import { Message, useText, type MessageKey } from "../messages/text.tsx";
import { Button, ButtonLink } from "../parts/index.ts";
import { appHistoryHref } from "../review/places.ts";
import { VisibleName } from "../review/visible-text.tsx";
import styles from "./app-error.module.css";
import { Place, Problems, What } from "./problems.tsx";
import { FailureActs } from "./send/failure-acts.tsx";

const TITLES = {
  compile: "room.failed-compile",
  compiler: "room.failed-compiler",
  frame: "room.failed-frame",
  navigated: "room.failed-navigated",
  focus: "room.failed-focus",
  flood: "room.failed-flood",
  load: "room.failed-load",
  draw: "room.failed-draw",
  run: "room.failed-run",
  policy: "room.failed-policy",
} as const satisfies Record<FailureCode, MessageKey>;

/** So many faults are shown besides the first; the others mostly follow from them. */
const FURTHER = 2;

export interface AppErrorProps {
  readonly place: AppPlace;
  /** Under the name that its tab has now. */
  readonly app: Pick<App, "name" | "revision" | "digest" | "runtime" | "may_change">;
  readonly failure: AppFailure;
  readonly onReload: () => void;
}

/** Stands in the place of an app that failed: what happened, where in its code, and what can be done. */
export function AppError({ place, app, failure, onReload }: AppErrorProps): ReactNode {
  const text = useText();
  const { code } = failure;
  const [first, ...others] = failure.problems;
  const [second, ...rest] = others;
  return (
    <div className={styles.error} role="alert">
      <div className={styles.what}>
        <h2>
          <Message id={TITLES[code]} values={{ name: <VisibleName text={app.name} /> }} />
        </h2>
        {code === "flood" ? (
          <p>{text("room.failed-flood-next")}</p>
        ) : (
          <What code={code} message={first.message} />
        )}
        <p className={styles.holds}>{text("room.failed-holds")}</p>
      </div>
      <Place problem={first} revision={app.revision} />
      {second ? (
        <Problems
          failures={[{ ...failure, problems: [second, ...rest] }]}
          revision={app.revision}
          most={FURTHER}
        />
      ) : null}
      <div className={styles.acts}>
        <Button kind="door" icon="reload" onPress={onReload}>
          {text("room.reload-app")}
        </Button>
        <FailureActs place={place} app={app} failures={[failure]} />
        {app.may_change ? (
          <ButtonLink kind="quiet" href={appHistoryHref(place.room_id, place.instance_id)}>
            {text("room.versions-ask")}
          </ButtonLink>
        ) : null}
      </div>
    </div>
  );
}
