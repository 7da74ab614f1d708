import { useState, type ReactNode } from "react";
import { useSearch } from "wouter";
import { isRefusal, type ConsentRequest } from "@anteroom/client";
import { Hall } from "../app/hall.tsx";
import { Answered, ConsentForm, SignInFirst } from "../consent/index.ts";
import { client, useDecideDevice, useReadDevice } from "../data/index.ts";
import { Message, useText } from "../messages/text.tsx";
import { Button, ErrorNote, Icon } from "../parts/index.ts";
import { CodeForm } from "./code-form.tsx";
import styles from "./device.module.css";
import { readUserCode } from "./user-code.ts";

/**
 * `/device` and `/device?user_code=…`: a client without a browser shows a code; whoever types it here lets that
 * client in. A code that came with the address is never looked up by itself: the person compares it first.
 */
export function DevicePage(): ReactNode {
  const given = new URLSearchParams(useSearch()).get("user_code") ?? "";
  const [signedIn, setSignedIn] = useState(client.signedIn);
  const [code, setCode] = useState(() => readUserCode(given));
  const read = useReadDevice();

  if (!signedIn || isRefusal(read.error, "sign_in_required")) {
    return (
      <SignInFirst
        onSignedIn={() => {
          read.reset();
          setSignedIn(true);
        }}
      />
    );
  }
  if (read.data) return <Asked code={read.variables} request={read.data} onOver={() => read.reset()} />;
  return (
    <CodeForm
      given={given !== ""}
      code={code}
      onCode={(typed) => {
        setCode(typed);
        if (read.error) read.reset();
      }}
      onRead={() => read.mutate(code)}
      reading={read.isPending}
      error={read.error}
    />
  );
}

interface AskedProps {
  readonly code: string;
  readonly request: ConsentRequest;
  /** The code works no more; another is asked for. */
  readonly onOver: () => void;
}

function Asked({ code, request, onOver }: AskedProps): ReactNode {
  const text = useText();
  const decide = useDecideDevice(code);
  if (decide.isSuccess) {
    return <Answered clientName={request.client_name} allowed={decide.variables.allow} />;
  }
  return (
    <Hall
      title={<Message id="consent.heading" values={{ name: <bdi>{request.client_name}</bdi> }} />}
      documentTitle={text("device.title")}
      lead={
        <Message id="consent.lead" values={{ email: request.person.email, b: (chunks) => <b>{chunks}</b> }} />
      }
      floor={text("consent.floor")}
      wide
    >
      <div className={styles.compare}>
        <code className={styles.code}>{code}</code>
        <p className={styles.warning}>
          <Icon name="warning" />
          {text("device.compare")}
        </p>
      </div>
      {isRefusal(decide.error, "not_found") ? (
        <Over onAgain={onOver} />
      ) : (
        <ConsentForm
          request={request}
          onDecide={(decision) => decide.mutate(decision)}
          deciding={decide.isPending ? decide.variables : undefined}
          error={decide.error}
        />
      )}
    </Hall>
  );
}

function Over({ onAgain }: { readonly onAgain: () => void }): ReactNode {
  const text = useText();
  return (
    <>
      <ErrorNote
        what={text("device.over")}
        holds={text("consent.expired-holds")}
        next={text("device.over-next")}
      />
      <div>
        <Button onPress={onAgain}>{text("device.again")}</Button>
      </div>
    </>
  );
}
