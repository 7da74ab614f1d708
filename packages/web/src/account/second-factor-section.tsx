import { useState, type ReactNode } from "react";
import {
  useBeginSecondFactor,
  useFinishSecondFactor,
  useRemoveSecondFactor,
  useRenewRecoveryCodes,
  type Account,
} from "../data/account.ts";
import { useText } from "../messages/text.tsx";
import { Button, Failure, Tag } from "../parts/index.ts";
import { AskFirst } from "./ask-first.tsx";
import styles from "./account.module.css";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";
import { SecondFactorDialog } from "./second-factor-dialog.tsx";
import { Row, Rows, Section } from "./section.tsx";

export interface SecondFactorSectionProps {
  readonly secondFactor: Account["second_factor"];
  readonly hasPassword: boolean;
  /** Of the person, for the file of recovery codes. */
  readonly email: string;
}

/** The code that is asked for after the password. */
export function SecondFactorSection({
  secondFactor,
  hasPassword,
  email,
}: SecondFactorSectionProps): ReactNode {
  const text = useText();
  const begin = useBeginSecondFactor();
  const finish = useFinishSecondFactor();
  const off = !secondFactor.on;
  function close(): void {
    begin.reset();
    finish.reset();
  }
  return (
    <Section
      title={text("factor.title")}
      hint={text("factor.hint")}
      action={
        off && hasPassword ? (
          <Button icon="add" busy={begin.isPending} onPress={() => begin.mutate({})}>
            {text("factor.set-up")}
          </Button>
        ) : undefined
      }
    >
      {off ? (
        <p className={styles.none}>{text(hasPassword ? "factor.off" : "factor.no-password")}</p>
      ) : (
        <SwitchedOn left={secondFactor.recovery_codes_left} email={email} />
      )}
      {begin.error ? <Failure error={begin.error} /> : null}
      {begin.data && !finish.data ? (
        <SecondFactorDialog {...begin.data} finish={finish} onClose={close} />
      ) : null}
      {finish.data ? (
        <RecoveryCodesDialog codes={finish.data.recovery_codes} email={email} onClose={close} />
      ) : null}
    </Section>
  );
}

function SwitchedOn({ left, email }: { readonly left: number; readonly email: string }): ReactNode {
  const text = useText();
  const renew = useRenewRecoveryCodes();
  const remove = useRemoveSecondFactor();
  const [asking, setAsking] = useState<"renew" | "remove">();
  function close(): void {
    renew.reset();
    remove.reset();
    setAsking(undefined);
  }
  return (
    <>
      <Rows>
        <Row
          title={
            <>
              {text("factor.app")}
              <Tag kind="door">{text("factor.on")}</Tag>
            </>
          }
          second={text("factor.app-hint")}
          actions={
            <Button kind="quiet" size="small" onPress={() => setAsking("remove")}>
              {text("factor.remove")}
            </Button>
          }
        />
        <Row
          title={text("factor.codes")}
          second={text("factor.codes-left", { left })}
          actions={
            <Button kind="quiet" size="small" onPress={() => setAsking("renew")}>
              {text("factor.renew")}
            </Button>
          }
        />
      </Rows>
      <AskFirst
        title={text("factor.renew-title")}
        what={text("factor.renew-what")}
        act={text("factor.renew-do")}
        isOpen={asking === "renew" && !renew.data}
        onClose={close}
        busy={renew.isPending}
        error={renew.error}
        onAct={() => renew.mutate({})}
      />
      {renew.data ? (
        <RecoveryCodesDialog codes={renew.data.recovery_codes} email={email} onClose={close} />
      ) : null}
      <AskFirst
        title={text("factor.remove-title")}
        what={text("factor.remove-what")}
        act={text("factor.remove-do")}
        isOpen={asking === "remove"}
        onClose={close}
        busy={remove.isPending}
        error={remove.error}
        onAct={() => remove.mutate({}, { onSuccess: close })}
      />
    </>
  );
}
