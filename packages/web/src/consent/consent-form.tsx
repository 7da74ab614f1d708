import { useState, type ReactNode } from "react";
import type { ConsentDecision, ConsentRequest } from "@anteroom/client";
import { Form, Pair } from "../app/form.tsx";
import { useText } from "../messages/text.tsx";
import { Button, Checkbox, ErrorNote, Failure, FieldGroup, Select } from "../parts/index.ts";
import { ConsentFacts } from "./consent-facts.tsx";
import styles from "./consent.module.css";
import { Earlier } from "./earlier.tsx";
import { useSeats } from "./use-seats.ts";
import { useSettled } from "./use-settled.ts";

export interface ConsentFormProps {
  readonly request: ConsentRequest;
  readonly onDecide: (decision: ConsentDecision) => void;
  /** The decision that is on its way. */
  readonly deciding: ConsentDecision | undefined;
  readonly error: Error | null;
}

const NOWHERE = { workspace_id: "", projects: [] };

/** What the client may do, where its answer goes, and in which workspace and projects it is seated. */
export function ConsentForm({ request, onDecide, deciding, error }: ConsentFormProps): ReactNode {
  const text = useText();
  const { settled, isSettled } = useSettled();
  const [workspaceId, setWorkspaceId] = useState(request.workspaces[0]?.workspace_id);
  const [tried, setTried] = useState(false);
  const [tooEarly, setTooEarly] = useState(false);
  const workspace = request.workspaces.find((one) => one.workspace_id === workspaceId);
  const { ticked, tick, clear } = useSeats(workspace ?? NOWHERE);
  const deny = (
    <Button
      size="big"
      busy={deciding?.allow === false}
      onPress={() => deciding ?? onDecide({ allow: false })}
    >
      {text("consent.deny")}
    </Button>
  );
  if (!workspace) {
    return (
      <>
        <ErrorNote what={text("consent.no-workspace")} next={text("consent.no-workspace-next")} />
        <div>{deny}</div>
      </>
    );
  }
  const { workspace_id, projects } = workspace;

  function allow(): void {
    const early = !isSettled();
    setTooEarly(early);
    if (early || deciding) return;
    setTried(true);
    if (ticked.length > 0) onDecide({ allow: true, workspace_id, project_ids: ticked });
  }
  return (
    <Form onSubmit={allow}>
      <ConsentFacts request={request} />
      <Pair>
        <Select
          label={text("consent.workspace")}
          value={workspace_id}
          onChange={(id) => {
            setWorkspaceId(id);
            clear();
          }}
          options={request.workspaces.map((one) => ({ value: one.workspace_id, label: one.name }))}
        />
        <FieldGroup
          label={text("consent.seated")}
          error={tried && ticked.length === 0 ? text("consent.no-project") : undefined}
        >
          {projects.map(({ project_id, name }) => (
            <Checkbox
              key={project_id}
              checked={ticked.includes(project_id)}
              onChange={(sits) => tick(project_id, sits)}
            >
              {name}
            </Checkbox>
          ))}
        </FieldGroup>
      </Pair>
      <Earlier clientName={request.client_name} />
      {error ? <Failure error={error} /> : null}
      <div className={styles.actions}>
        <Button type="submit" kind="door" size="big" held={!settled} busy={deciding?.allow === true}>
          {text("consent.allow")}
        </Button>
        {deny}
        <p role="status" className={styles.early}>
          {tooEarly && !settled ? text("consent.early") : null}
        </p>
      </div>
    </Form>
  );
}
