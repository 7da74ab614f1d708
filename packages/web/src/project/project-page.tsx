import type { ReactNode } from "react";
import { NotFound } from "../app/not-found.tsx";
import { Page, PageHeading } from "../app/page.tsx";
import { useHome, useNeedsApproval } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Failure, Skeleton } from "../parts/index.ts";
import { ProjectRooms } from "./project-rooms.tsx";

/** `/projects/:id`: the Rooms of a project. */
export function ProjectPage({ projectId }: { readonly projectId: string }): ReactNode {
  const text = useText();
  const { data, error, refetch, isFetching } = useHome();
  const waiting = useNeedsApproval().data?.waiting ?? [];
  if (!data) {
    return (
      <Page head={<PageHeading>{text("project.title")}</PageHeading>}>
        {error ? (
          <Failure error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <Skeleton />
        )}
      </Page>
    );
  }
  const workspace = data.workspaces.find((one) =>
    one.projects.some((project) => project.project_id === projectId),
  );
  const project = workspace?.projects.find((one) => one.project_id === projectId);
  if (!workspace || !project) return <NotFound />;
  return (
    <Page head={<PageHeading>{project.name}</PageHeading>}>
      <ProjectRooms
        project={project}
        mayCreate={workspace.role !== "guest"}
        waiting={waiting.map((row) => row.room.room_id)}
        named={false}
      />
    </Page>
  );
}
