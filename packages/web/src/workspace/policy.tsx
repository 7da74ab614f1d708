import { useState, type ReactNode } from "react";
import { useSetWorkspacePolicy, type WorkspaceSettings } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Button, Failure, Select, tell } from "../parts/index.ts";
import styles from "./workspace.module.css";

/** Minutes; 0 asks at every approval. */
const CHOICES = [0, 5, 15, 60];

/** For how long a passkey's confirmation counts for further approvals. */
export function Policy({ workspace }: { readonly workspace: WorkspaceSettings }): ReactNode {
  const text = useText();
  const rule = text("workspace.confirm-for", { minutes: workspace.confirm_minutes });
  return (
    <section aria-labelledby="policy">
      <div className={styles.head}>
        <h2 id="policy">{text("workspace.policy")}</h2>
      </div>
      <div className={styles.policy}>
        {workspace.may.set_policy ? (
          <PolicyForm workspace={workspace} />
        ) : (
          <p>{text("workspace.confirm-is", { rule })}</p>
        )}
        <p className={styles.fine}>{text("workspace.confirm-hint")}</p>
      </div>
    </section>
  );
}

function PolicyForm({ workspace }: { readonly workspace: WorkspaceSettings }): ReactNode {
  const text = useText();
  const set = useSetWorkspacePolicy();
  const { workspace_id, confirm_minutes: held } = workspace;
  const [wanted, setWanted] = useState<number | undefined>(undefined);
  const shown = wanted ?? held;
  const choices = [...new Set([...CHOICES, held])].toSorted((a, b) => a - b);

  function save(): void {
    if (set.isPending || shown === held) return;
    set.mutate(
      { workspace_id, confirm_minutes: shown },
      {
        onSuccess: () => {
          setWanted(undefined);
          tell({ text: text("workspace.policy-set") });
        },
      },
    );
  }
  return (
    <>
      <form
        className={styles.policyForm}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Select
          label={text("workspace.confirm")}
          value={String(shown)}
          onChange={(value) => setWanted(Number(value))}
          options={choices.map((minutes) => ({
            value: String(minutes),
            label: text("workspace.confirm-for", { minutes }),
          }))}
        />
        {shown === held ? null : (
          <Button type="submit" kind="door" busy={set.isPending}>
            {text("workspace.save")}
          </Button>
        )}
      </form>
      {set.error ? <Failure error={set.error} /> : null}
    </>
  );
}
