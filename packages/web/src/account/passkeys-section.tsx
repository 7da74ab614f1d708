import { useState, type ReactNode } from "react";
import { useRemovePasskey, useRenamePasskey, type Passkey } from "../data/account.ts";
import { knowsPasskeys, passkeysWorkHere } from "../data/passkeys.ts";
import { Message, useText } from "../messages/text.tsx";
import { Button, Icon, tell, Time } from "../parts/index.ts";
import styles from "./account.module.css";
import { AddPasskey } from "./add-passkey.tsx";
import { AskFirst } from "./ask-first.tsx";
import { NameDialog } from "./name-dialog.tsx";
import { Row, Rows, Section } from "./section.tsx";

export interface PasskeysSectionProps {
  readonly passkeys: readonly Passkey[];
  /** The address under which passkeys work. */
  readonly origin: string;
}

interface Asking {
  readonly about: "rename" | "remove";
  readonly passkey: Passkey;
}

/** The passkeys of this person: they sign in, and confirm approvals. */
export function PasskeysSection({ passkeys, origin }: PasskeysSectionProps): ReactNode {
  const text = useText();
  const [asking, setAsking] = useState<Asking>();
  const close = (): void => setAsking(undefined);
  const here = passkeysWorkHere(origin);
  return (
    <Section
      title={text("passkeys.title")}
      hint={text("passkeys.hint")}
      action={here ? <AddPasskey /> : undefined}
    >
      {passkeys.length === 0 ? (
        <p className={styles.none}>{text("passkeys.none")}</p>
      ) : (
        <Rows>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.passkey_id} passkey={passkey} onAsk={setAsking} />
          ))}
        </Rows>
      )}
      {here ? null : (
        <p className={styles.second}>
          <WhyNotHere origin={origin} />
        </p>
      )}
      {asking?.about === "rename" ? <RenamePasskey passkey={asking.passkey} onClose={close} /> : null}
      {asking?.about === "remove" ? <RemovePasskey passkey={asking.passkey} onClose={close} /> : null}
    </Section>
  );
}

/** Why no passkey can be added on this page. */
function WhyNotHere({ origin }: { readonly origin: string }): ReactNode {
  const text = useText();
  if (!knowsPasskeys()) return text("passkeys.unknown");
  if (origin === location.origin) return text("passkeys.digits");
  return (
    <Message
      id="passkeys.elsewhere"
      values={{ origin, link: (chunks) => <a href={`${origin}/account`}>{chunks}</a> }}
    />
  );
}

interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly onAsk: (asking: Asking) => void;
}

function PasskeyRow({ passkey, onAsk }: PasskeyRowProps): ReactNode {
  const text = useText();
  const { name, created_at, last_used_at } = passkey;
  const added = <Time at={created_at} look="date" />;
  return (
    <Row
      title={
        <>
          <Icon name="key" />
          <bdi>{name}</bdi>
        </>
      }
      second={
        last_used_at === undefined ? (
          <Message id="passkeys.never-used" values={{ added }} />
        ) : (
          <Message id="passkeys.last-used" values={{ added, used: <Time at={last_used_at} look="ago" /> }} />
        )
      }
      actions={
        <>
          <Button
            kind="quiet"
            size="small"
            label={text("account.rename-name", { name })}
            onPress={() => onAsk({ about: "rename", passkey })}
          >
            {text("account.rename")}
          </Button>
          <Button
            kind="quiet"
            size="small"
            label={text("account.remove-name", { name })}
            onPress={() => onAsk({ about: "remove", passkey })}
          >
            {text("account.remove")}
          </Button>
        </>
      }
    />
  );
}

interface DialogProps {
  readonly passkey: Passkey;
  readonly onClose: () => void;
}

function RenamePasskey({ passkey: { passkey_id, name }, onClose }: DialogProps): ReactNode {
  const text = useText();
  const rename = useRenamePasskey();
  return (
    <NameDialog
      title={text("passkeys.rename-title", { name })}
      name={name}
      maxLength={60}
      act={text("account.save")}
      busy={rename.isPending}
      error={rename.error}
      onClose={onClose}
      onName={(next) => rename.mutate({ passkey_id, name: next }, { onSuccess: onClose })}
    />
  );
}

function RemovePasskey({ passkey: { passkey_id, name }, onClose }: DialogProps): ReactNode {
  const text = useText();
  const remove = useRemovePasskey();
  return (
    <AskFirst
      title={text("passkeys.remove-title", { name })}
      what={text("passkeys.remove-what")}
      act={text("passkeys.remove-do")}
      isOpen
      onClose={onClose}
      busy={remove.isPending}
      error={remove.error}
      onAct={() =>
        remove.mutate(
          { passkey_id },
          {
            onSuccess: () => {
              tell({ text: text("passkeys.removed", { name }) });
              onClose();
            },
          },
        )
      }
    />
  );
}
