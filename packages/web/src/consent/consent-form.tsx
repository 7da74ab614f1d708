import { useState, type ReactNode } from "react";
import type { ConsentDecision, ConsentRequest } from "@anteroom/client";
import { Form, Pair } from "../app/form.tsx";
import { Message, useText, type MessageKey } from "../messages/text.tsx";
import { Button, Checkbox, ErrorNote, Failure, FieldGroup, Icon, Select } from "../parts/index.ts";
import styles from "./consent.module.css";

const SCOPES: Readonly<Record<string, MessageKey>> = {
  "osfoundry:read": "consent.scope-read",
  "osfoundry:write": "consent.scope-write",
};

export interface ConsentFormProps {
  readonly request: ConsentRequest;
  readonly onDecide: (decision: ConsentDecision) => void;
  /** The decision that is on its way. */
  readonly deciding: ConsentDecision | undefined;
  readonly error: Error | null;
}

/** What the client may do, in which workspace and projects, and where its answer goes. */
export function ConsentForm({ request, onDecide, deciding, error }: ConsentFormProps): ReactNode {
  const text = useText();
  const [workspaceId, setWorkspaceId] = useState(request.workspaces[0]?.workspace_id);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const workspace = request.workspaces.find((one) => one.workspace_id === workspaceId);
  if (!workspace) {
    return <ErrorNote what={text("consent.no-workspace")} next={text("consent.no-workspace-next")} />;
  }
  const seated = workspace.projects.filter((project) => !left.has(project.project_id));
  const unseated = tried && seated.length === 0 ? text("consent.no-project") : undefined;

  function allow(workspace_id: string): void {
    setTried(true);
    if (deciding || seated.length === 0) return;
    onDecide({ allow: true, workspace_id, project_ids: seated.map((project) => project.project_id) });
  }
  function seat(projectId: string, sits: boolean): void {
    const next = new Set(left);
    if (sits) next.delete(projectId);
    else next.add(projectId);
    setLeft(next);
  }

  return (
    <Form onSubmit={() => allow(workspace.workspace_id)}>
      <Scopes scopes={request.scopes} />
      <Pair>
        <Select
          label={text("consent.workspace")}
          value={workspace.workspace_id}
          onChange={(id) => {
            setWorkspaceId(id);
            setLeft(new Set());
          }}
          options={request.workspaces.map((one) => ({ value: one.workspace_id, label: one.name }))}
        />
        <FieldGroup label={text("consent.seated")} error={unseated}>
          {workspace.projects.map((project) => (
            <Checkbox
              key={project.project_id}
              checked={!left.has(project.project_id)}
              onChange={(sits) => seat(project.project_id, sits)}
            >
              {project.name}
            </Checkbox>
          ))}
        </FieldGroup>
      </Pair>
      <p className={styles.fine}>
        {request.client_verified ? null : <>{text("consent.unverified")} </>}
        <Message
          id={request.loopback ? "consent.answers-here" : "consent.answers-there"}
          values={{ host: request.redirect_host, code: (chunks) => <code>{chunks}</code> }}
        />
      </p>
      {error ? <Failure error={error} /> : null}
      <div className={styles.actions}>
        <Button type="submit" kind="door" size="big" busy={deciding?.allow === true}>
          {text("consent.allow")}
        </Button>
        <Button
          kind="quiet"
          size="big"
          busy={deciding?.allow === false}
          onPress={() => deciding ?? onDecide({ allow: false })}
        >
          {text("consent.deny")}
        </Button>
      </div>
    </Form>
  );
}

function Scopes({ scopes }: { readonly scopes: readonly string[] }): ReactNode {
  return (
    <ul className={styles.scopes}>
      {scopes.map((scope) => {
        const known = SCOPES[scope];
        return (
          <li key={scope}>
            <Icon name="check" />
            <span>
              {known ? (
                <Message id={known} values={{ b: (chunks) => <b>{chunks}</b> }} />
              ) : (
                <code>{scope}</code>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
