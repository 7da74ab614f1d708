import { useState, type ReactNode } from "react";
import { isRefusal } from "@anteroom/client";
import { Form } from "../app/form.tsx";
import { Hall } from "../app/hall.tsx";
import { useText } from "../messages/text.tsx";
import { Button, Failure, Icon, TextField } from "../parts/index.ts";
import styles from "./device.module.css";
import { isWholeCode, readUserCode } from "./user-code.ts";

export interface CodeFormProps {
  readonly code: string;
  readonly onCode: (code: string) => void;
  /** The code came with the address, so the person is asked to compare it and not to type it. */
  readonly given: boolean;
  readonly onRead: () => void;
  readonly reading: boolean;
  readonly error: Error | null;
}

/** Takes the code that a device shows. */
export function CodeForm(props: CodeFormProps): ReactNode {
  const text = useText();
  const [tried, setTried] = useState(false);
  const { code, error } = props;
  const short = tried && !isWholeCode(code);
  const unknown = isRefusal(error, "not_found") || isRefusal(error, "invalid_arguments");

  function read(): void {
    setTried(true);
    if (!props.reading && isWholeCode(code)) props.onRead();
  }
  return (
    <Hall title={text("device.heading")} documentTitle={text("device.title")} lead={text("device.lead")}>
      <Form onSubmit={read}>
        <TextField
          label={text("device.code")}
          hint={text(props.given ? "device.given-hint" : "device.code-hint")}
          error={short ? text("device.short") : unknown ? text("device.unknown") : undefined}
          name="user-code"
          code
          value={code}
          onChange={(typed) => {
            setTried(false);
            props.onCode(readUserCode(typed));
          }}
        />
        <p className={styles.warning}>
          <Icon name="warning" />
          {text("device.warning")}
        </p>
        {error && !unknown ? <Failure error={error} /> : null}
        <Button type="submit" kind="door" size="big" busy={props.reading}>
          {text("device.next")}
        </Button>
      </Form>
    </Hall>
  );
}
