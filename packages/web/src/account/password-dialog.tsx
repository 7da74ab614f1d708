import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { Form } from "../app/form.tsx";
import { isShortPassword, newPersonErrors } from "../app/new-person.ts";
import { NewPasswordField } from "../app/new-password-field.tsx";
import { useChangePassword } from "../data/account.ts";
import { useText } from "../messages/text.tsx";
import { Button, Dialog, Failure, tell } from "../parts/index.ts";
import styles from "./account.module.css";

export interface PasswordDialogProps {
  readonly email: string;
  /** There is one already. */
  readonly change: boolean;
  readonly onClose: () => void;
}

/** Asks for a new password. There as long as it is open. */
export function PasswordDialog({ email, change, onClose }: PasswordDialogProps): ReactNode {
  const text = useText();
  const form = useId();
  const set = useChangePassword();
  const [password, setPassword] = useState("");
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { password: wrong } = newPersonErrors(set.error, text);
  useEffect(() => field.current?.focus(), []);

  function submit(): void {
    setTried(true);
    if (set.isPending || isShortPassword(password)) return;
    set.mutate(
      { password },
      {
        onSuccess: () => {
          tell({ text: text("password.is-set") });
          onClose();
        },
      },
    );
  }

  return (
    <Dialog
      title={text(change ? "password.change-title" : "password.set-title")}
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button kind="quiet" onPress={onClose}>
            {text("account.cancel")}
          </Button>
          <Button kind="door" type="submit" form={form} busy={set.isPending}>
            {text(set.isPending ? "password.setting" : "password.set")}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submit}>
        {/* Password managers keep the password under this name. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField
          label={text("password.new")}
          value={password}
          onChange={setPassword}
          tried={tried}
          error={wrong}
          ref={field}
        />
        <p className={styles.told}>{text("password.ends-others")}</p>
        {set.error && wrong === undefined ? <Failure error={set.error} /> : null}
      </Form>
    </Dialog>
  );
}
