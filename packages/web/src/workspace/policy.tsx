import { useState, type ReactNode } from "react";
import { useSetWorkspacePolicy, type WorkspaceSettings } from "../data/index.ts";
import { useText, type Translate } from "../messages/text.tsx";
import { Button, Failure, Select, tell } from "../parts/index.ts";
import styles from "./workspace.module.css";

/** Minutes; 0 asks at every approval. */
const CHOICES = [0, 5, 15, 60];

type Policies = Pick<WorkspaceSettings, "confirm_minutes" | "previews" | "own_approvals">;

interface Rule {
  readonly label: string;
  readonly hint: string;
  readonly held: string;
  /** What holds, for who may not set it. */
  readonly said: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** What a choice sets. */
  readonly sets: (value: string) => Partial<Policies>;
}

/** How approvals are made in a workspace, and whether what is proposed may be tried. */
export function Policy({ workspace }: { readonly workspace: WorkspaceSettings }): ReactNode {
  const text = useText();
  const rules: readonly Rule[] = [
    confirmRule(workspace, text),
    {
      ...allowing(text("workspace.previews"), workspace.previews, text),
      hint: text("workspace.previews-hint"),
      sets: (value) => ({ previews: value === "yes" }),
    },
    {
      ...allowing(text("workspace.own-approvals"), workspace.own_approvals, text),
      hint: text("workspace.own-approvals-hint"),
      sets: (value) => ({ own_approvals: value === "yes" }),
    },
  ];
  return (
    <section aria-labelledby="policy">
      <div className={styles.head}>
        <h2 id="policy">{text("workspace.policy")}</h2>
      </div>
      {rules.map((rule) => (
        <div key={rule.label} className={styles.policy}>
          {workspace.may.set_policy ? <RuleForm workspace={workspace} rule={rule} /> : <p>{rule.said}</p>}
          <p className={styles.fine}>{rule.hint}</p>
        </div>
      ))}
    </section>
  );
}

/** For how long a passkey's confirmation counts for further approvals. */
function confirmRule({ confirm_minutes: held }: WorkspaceSettings, text: Translate): Rule {
  const choices = [...new Set([...CHOICES, held])].toSorted((a, b) => a - b);
  return {
    label: text("workspace.confirm"),
    hint: text("workspace.confirm-hint"),
    held: String(held),
    said: text("workspace.confirm-is", { rule: text("workspace.confirm-for", { minutes: held }) }),
    options: choices.map((minutes) => ({
      value: String(minutes),
      label: text("workspace.confirm-for", { minutes }),
    })),
    sets: (value) => ({ confirm_minutes: Number(value) }),
  };
}

function allowing(label: string, allowed: boolean, text: Translate): Omit<Rule, "hint" | "sets"> {
  const word = (value: string): string => text("workspace.allowed", { allowed: value });
  const held = allowed ? "yes" : "no";
  return {
    label,
    held,
    said: text("workspace.rule-is", { rule: label, value: word(held) }),
    options: ["yes", "no"].map((value) => ({ value, label: word(value) })),
  };
}

interface RuleFormProps {
  readonly workspace: WorkspaceSettings;
  readonly rule: Rule;
}

function RuleForm({ workspace, rule }: RuleFormProps): ReactNode {
  const text = useText();
  const set = useSetWorkspacePolicy();
  const { workspace_id, confirm_minutes } = workspace;
  const [wanted, setWanted] = useState<string | undefined>(undefined);
  const shown = wanted ?? rule.held;

  function save(): void {
    if (set.isPending || shown === rule.held) return;
    set.mutate(
      { workspace_id, confirm_minutes, ...rule.sets(shown) },
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
        <Select label={rule.label} value={shown} onChange={setWanted} options={rule.options} />
        {shown === rule.held ? null : (
          <Button type="submit" kind="door" busy={set.isPending}>
            {text("workspace.save")}
          </Button>
        )}
      </form>
      {set.error ? <Failure error={set.error} /> : null}
    </>
  );
}
