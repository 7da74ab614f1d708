import { useState, type ReactNode, type Ref } from "react";
import { useText } from "../messages/text.tsx";
import { Button, TextField } from "../parts/index.ts";
import styles from "./sign-in.module.css";

export interface CodeFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A code of the authenticator app; or, for who lost it, a recovery code. */
export function CodeField({ value, onChange, ref }: CodeFieldProps): ReactNode {
  const text = useText();
  const [recovery, setRecovery] = useState(false);
  return (
    <div className={styles.code}>
      <TextField
        // Another kind of code is another field to password managers and phones.
        key={recovery ? "recovery" : "app"}
        label={text(recovery ? "code.recovery" : "code.app")}
        hint={text(recovery ? "code.recovery-hint" : "code.app-hint")}
        name={recovery ? "recovery-code" : "one-time-code"}
        autoComplete={recovery ? "off" : "one-time-code"}
        {...(recovery ? {} : { inputMode: "numeric" as const })}
        required
        maxLength={40}
        value={value}
        onChange={onChange}
        ref={ref}
      />
      <Button
        kind="quiet"
        size="small"
        onPress={() => {
          onChange("");
          setRecovery(!recovery);
        }}
      >
        {text(recovery ? "code.use-app" : "code.use-recovery")}
      </Button>
    </div>
  );
}
