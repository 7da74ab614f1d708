import { useState, type ReactNode } from "react";
import { isRefusal } from "@anteroom/client";
import { NotFound } from "../app/not-found.tsx";
import { Page, PageHeading } from "../app/page.tsx";
import { useWorkspace, type WorkspaceSettings } from "../data/index.ts";
import { ROLE_NAMES } from "../members/index.ts";
import { useText } from "../messages/text.tsx";
import { Button, Failure, Skeleton, Tag } from "../parts/index.ts";
import { AuditLog } from "./audit-log.tsx";
import { Invitations } from "./invitations.tsx";
import { People } from "./people.tsx";
import { Policy } from "./policy.tsx";
import { RenameDialog } from "./rename-dialog.tsx";
import styles from "./workspace.module.css";

/** `/workspaces/:id`: the people of a workspace, its policies, and what was done in it. */
export function WorkspacePage({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const text = useText();
  const { data, error, refetch, isFetching } = useWorkspace(workspaceId);
  if (isRefusal(error, "not_found") || isRefusal(error, "forbidden")) return <NotFound />;
  if (data) return <Settings workspace={data} />;
  return (
    <Page head={<PageHeading>{text("workspace.title")}</PageHeading>}>
      {error ? (
        <Failure error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton lines={5} />
      )}
    </Page>
  );
}

function Settings({ workspace }: { readonly workspace: WorkspaceSettings }): ReactNode {
  return (
    <Page head={<Head workspace={workspace} />}>
      <div className={styles.sections}>
        <People workspace={workspace} />
        {workspace.may.invite || workspace.invitations.length > 0 ? (
          <Invitations workspace={workspace} />
        ) : null}
        {workspace.your_role === "guest" ? null : <Policy workspace={workspace} />}
        {workspace.may.read_audit ? <AuditLog workspaceId={workspace.workspace_id} /> : null}
      </div>
    </Page>
  );
}

function Head({ workspace }: { readonly workspace: WorkspaceSettings }): ReactNode {
  const text = useText();
  const [renaming, setRenaming] = useState(false);
  return (
    <>
      <PageHeading>{workspace.name}</PageHeading>
      <Tag>{text("workspace.your-role", { role: text(ROLE_NAMES[workspace.your_role]) })}</Tag>
      {workspace.may.rename ? (
        <Button kind="quiet" onPress={() => setRenaming(true)}>
          {text("workspace.rename")}
        </Button>
      ) : null}
      {renaming ? <RenameDialog workspace={workspace} onClose={() => setRenaming(false)} /> : null}
    </>
  );
}
