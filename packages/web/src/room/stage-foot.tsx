import { lazy, Suspense, type ReactNode } from "react";
import type { AppFailure } from "@anteroom/sandbox/host";
import type { App, Room } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { shortDigest } from "../review/digest.ts";
import type { Lacking } from "./layers.ts";
import { Sealed } from "./sealed.tsx";
import styles from "./stage-foot.module.css";

const AppMishaps = lazy(async () => ({ default: (await import("./send/app-mishaps.tsx")).AppMishaps }));

export interface StageFootProps {
  readonly room: Room;
  /** Under the name that its tab has now. */
  readonly app: App;
  /** What this browser lacks to hold it. */
  readonly lacking: Lacking | undefined;
  /** What failed while the app went on. */
  readonly mishaps: readonly AppFailure[];
}

/** The line below an app, which the app cannot draw upon: whose place that is, how it is held, and what runs there. */
export function StageFoot({ room, app, lacking, mishaps }: StageFootProps): ReactNode {
  const text = useText();
  return (
    <footer className={styles.foot}>
      <Sealed name={app.name} lacking={lacking} />
      <span>{text("review.revision", { revision: app.revision })}</span>
      <span className={styles.mono}>{shortDigest(app.digest)}</span>
      <span className={styles.runtime}>{text("room.runtime", { runtime: app.runtime })}</span>
      {mishaps.length > 0 ? (
        <span className={styles.mishaps}>
          <Suspense>
            <AppMishaps
              place={{ room_id: room.room_id, instance_id: app.instance_id }}
              app={app}
              failures={mishaps}
            />
          </Suspense>
        </span>
      ) : null}
    </footer>
  );
}
