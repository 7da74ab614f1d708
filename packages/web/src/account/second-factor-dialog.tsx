import { useId, useRef, useState, type ReactNode } from "react";
import { Form } from "../app/form.tsx";
import type { useFinishSecondFactor } from "../data/account.ts";
import { Message, useText } from "../messages/text.tsx";
import { Button, CopyLine, Dialog, TextField } from "../parts/index.ts";
import { CodeError } from "../sign-in/code-step.tsx";
import styles from "./account.module.css";
import { QrCode } from "./qr-code.tsx";

export interface SecondFactorDialogProps {
  /** Base32, as authenticator apps take it. */
  readonly secret: string;
  /** The same with its names, as an otpauth address. */
  readonly uri: string;
  readonly finish: ReturnType<typeof useFinishSecondFactor>;
  readonly onClose: () => void;
}

/** Hands a secret to an authenticator app, and takes its first code. There as long as it is open. */
export function SecondFactorDialog({ secret, uri, finish, onClose }: SecondFactorDialogProps): ReactNode {
  const text = useText();
  const form = useId();
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);

  function submit(): void {
    if (finish.isPending) return;
    finish.mutate(
      { code: code.trim() },
      {
        onError: () => {
          setCode("");
          field.current?.focus();
        },
      },
    );
  }

  return (
    <Dialog
      title={text("factor.set-up-title")}
      size="wide"
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button kind="quiet" onPress={onClose}>
            {text("account.cancel")}
          </Button>
          <Button kind="door" type="submit" form={form} busy={finish.isPending}>
            {text(finish.isPending ? "factor.switching-on" : "factor.switch-on")}
          </Button>
        </>
      }
    >
      <div className={styles.setUp}>
        <QrCode value={uri} label={text("factor.qr")} />
        <div>
          <p className={styles.told}>
            <Message id="factor.scan" values={{ link: (chunks) => <a href={uri}>{chunks}</a> }} />
          </p>
          <CopyLine value={secret} label={text("factor.secret")} stacked />
          <Form id={form} onSubmit={submit}>
            <TextField
              label={text("factor.first-code")}
              hint={text("factor.first-code-hint")}
              name="one-time-code"
              autoComplete="one-time-code"
              inputMode="numeric"
              required
              maxLength={40}
              value={code}
              onChange={setCode}
              ref={field}
            />
            {finish.error ? <CodeError error={finish.error} /> : null}
          </Form>
        </div>
      </div>
    </Dialog>
  );
}
