import { useState, type ReactNode } from "react";
import { Page, PageHeading } from "../app/page.tsx";
import { useHome, useNeedsApproval, type Home } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Button, Failure, Skeleton } from "../parts/index.ts";
import { FirstSteps } from "./first-steps.tsx";
import { NewProjectDialog } from "../project/new-dialogs.tsx";
import { ProjectRooms } from "../project/project-rooms.tsx";
import { useFirstSteps } from "./use-first-steps.ts";
import { WaitingNow } from "./waiting-now.tsx";
import styles from "./home.module.css";

/** `/`: three steps while nothing is there; afterwards what waits, and the Rooms by project. */
export function HomePage(): ReactNode {
  const text = useText();
  const home = useHome();
  const first = useFirstSteps(home.data);
  if (home.data && first.known) {
    return first.steps ? <FirstSteps steps={first.steps} /> : <Usual home={home.data} />;
  }
  return (
    <Page head={<PageHeading>{text("app.home")}</PageHeading>}>
      {home.error ? (
        <Failure error={home.error} onRetry={() => void home.refetch()} retrying={home.isFetching} />
      ) : (
        <Skeleton lines={5} />
      )}
    </Page>
  );
}

function Usual({ home }: { readonly home: Home }): ReactNode {
  const text = useText();
  const { data, error, refetch, isFetching } = useNeedsApproval();
  const waiting = data?.waiting ?? [];
  return (
    <Page head={<PageHeading>{text("app.home")}</PageHeading>}>
      {data ? (
        <WaitingNow rows={waiting} />
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton />
      )}
      {home.workspaces.map((workspace) => (
        <WorkspaceRooms
          key={workspace.workspace_id}
          workspace={workspace}
          named={home.workspaces.length > 1}
          waiting={waiting.map((row) => row.room.room_id)}
        />
      ))}
      {home.workspaces.length === 0 ? <p className={styles.none}>{text("home.no-workspace")}</p> : null}
    </Page>
  );
}

interface WorkspaceRoomsProps {
  readonly workspace: Home["workspaces"][number];
  /** Whether its name is told, where there are several. */
  readonly named: boolean;
  /** The Room of each proposal that waits. */
  readonly waiting: readonly string[];
}

function WorkspaceRooms({ workspace, named, waiting }: WorkspaceRoomsProps): ReactNode {
  const text = useText();
  const [making, setMaking] = useState(false);
  return (
    <section className={styles.workspace} aria-label={workspace.name}>
      {named ? <h2>{workspace.name}</h2> : null}
      {workspace.projects.map((project) => (
        <ProjectRooms
          key={project.project_id}
          project={project}
          mayCreate={workspace.role !== "guest"}
          waiting={waiting}
        />
      ))}
      {workspace.role === "guest" ? null : (
        <div>
          <Button icon="add" onPress={() => setMaking(true)}>
            {text("project.new")}
          </Button>
          <NewProjectDialog workspaceId={workspace.workspace_id} isOpen={making} onOpenChange={setMaking} />
        </div>
      )}
    </section>
  );
}
