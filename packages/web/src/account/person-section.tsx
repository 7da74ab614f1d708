import { useState, type ReactNode } from "react";
import { useRenamePerson, type Account } from "../data/account.ts";
import { useText } from "../messages/text.tsx";
import { Button, tell } from "../parts/index.ts";
import { NameDialog } from "./name-dialog.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { Row, Rows, Section } from "./section.tsx";

export interface PersonSectionProps {
  readonly person: Account["person"];
  readonly hasPassword: boolean;
}

/** Who this is, and the password. */
export function PersonSection({ person, hasPassword }: PersonSectionProps): ReactNode {
  const text = useText();
  const [asking, setAsking] = useState<"name" | "password">();
  return (
    <Section title={text("account.you")}>
      <Rows>
        <Row
          title={person.name}
          second={text("account.name-hint")}
          actions={
            <Button
              kind="quiet"
              size="small"
              label={text("account.change-name")}
              onPress={() => setAsking("name")}
            >
              {text("account.change")}
            </Button>
          }
        />
        <Row title={person.email} second={text("account.email-hint")} />
        <Row
          title={text("account.password")}
          second={text(hasPassword ? "account.password-is-set" : "account.password-is-not")}
          actions={
            <Button
              kind="quiet"
              size="small"
              {...(hasPassword && { label: text("account.change-password") })}
              onPress={() => setAsking("password")}
            >
              {text(hasPassword ? "account.change" : "account.password-set")}
            </Button>
          }
        />
      </Rows>
      {asking === "name" ? <Rename name={person.name} onClose={() => setAsking(undefined)} /> : null}
      {asking === "password" ? (
        <PasswordDialog email={person.email} change={hasPassword} onClose={() => setAsking(undefined)} />
      ) : null}
    </Section>
  );
}

function Rename({ name, onClose }: { readonly name: string; readonly onClose: () => void }): ReactNode {
  const text = useText();
  const rename = useRenamePerson();
  return (
    <NameDialog
      title={text("account.name-title")}
      name={name}
      maxLength={100}
      autoComplete="name"
      act={text("account.save")}
      busy={rename.isPending}
      error={rename.error}
      onClose={onClose}
      onName={(next) =>
        rename.mutate(
          { name: next },
          {
            onSuccess: () => {
              tell({ text: text("account.name-changed", { name: next }) });
              onClose();
            },
          },
        )
      }
    />
  );
}
