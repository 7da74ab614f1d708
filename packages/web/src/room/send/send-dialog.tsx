import { useId, useState, type ReactNode } from "react";
import { isRefusal } from "@anteroom/client";
import { Form } from "../../app/form.tsx";
import { useAppHistory, useSendToAgent, type AppPlace } from "../../data/apps.ts";
import { Message, useText } from "../../messages/text.tsx";
import { Button, Dialog, ErrorNote, Failure, Icon, TextArea } from "../../parts/index.ts";
import { spelledOut } from "../../review/visible-marks.ts";
import { VisibleName } from "../../review/visible-text.tsx";
import styles from "./send.module.css";

/** As the server counts them, in code points. */
const WORDS_AT_MOST = 4000;

export interface SendDialogProps {
  readonly place: AppPlace;
  /** What the app is called now. */
  readonly name: string;
  readonly kind: "change" | "failure";
  /** What stands there at first. */
  readonly words?: string;
  readonly onClose: () => void;
}

/** Shows what goes to the agent of an app, to be changed; it goes out by the press on Send alone. */
export function SendDialog({
  place,
  name: written,
  kind,
  words: first = "",
  onClose,
}: SendDialogProps): ReactNode {
  const text = useText();
  const form = useId();
  const send = useSendToAgent();
  const [words, setWords] = useState(first);
  const name = spelledOut(written);
  const tooMany = Array.from(words).length - WORDS_AT_MOST;
  const isFailure = kind === "failure";

  function submit(): void {
    if (send.isPending || tooMany > 0 || words.trim() === "") return;
    send.mutate({ ...place, kind, body: words });
  }
  if (send.isSuccess) return <Sent place={place} name={name} onClose={onClose} />;
  return (
    <Dialog
      title={text(isFailure ? "send.failure-title" : "send.change-title", { name })}
      size={isFailure ? "wide" : "normal"}
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button kind="quiet" onPress={onClose}>
            {text("room.back")}
          </Button>
          <Button kind="door" type="submit" form={form} busy={send.isPending}>
            {text("send.do")}
          </Button>
        </>
      }
    >
      <To place={place} />
      <Form id={form} onSubmit={submit}>
        <TextArea
          label={text(isFailure ? "send.failure-label" : "send.change-label")}
          hint={text(isFailure ? "send.failure-hint" : "send.change-hint")}
          error={tooMany > 0 ? text("send.too-long", { most: WORDS_AT_MOST }) : undefined}
          value={words}
          onChange={setWords}
          onSend={submit}
          mono={isFailure}
          rows={isFailure ? 14 : 5}
        />
        {isRefusal(send.error, "conflict_state") ? (
          <ErrorNote what={text("send.nobody")} next={text("send.nobody-next")} />
        ) : send.error ? (
          <Failure error={send.error} />
        ) : null}
      </Form>
    </Dialog>
  );
}

/** Whose agents read it. */
function useReader(place: AppPlace): string | undefined {
  return useAppHistory(place).data?.versions.find((version) => version.current)?.person_name;
}

function To({ place }: { readonly place: AppPlace }): ReactNode {
  const reader = useReader(place);
  return (
    <p className={styles.words}>
      {reader === undefined ? (
        <Message id="send.to" />
      ) : (
        <Message id="send.to-agents-of" values={{ person: <VisibleName text={reader} /> }} />
      )}
    </p>
  );
}

interface SentProps {
  readonly place: AppPlace;
  readonly name: string;
  readonly onClose: () => void;
}

function Sent({ place, name, onClose }: SentProps): ReactNode {
  const text = useText();
  const reader = useReader(place);
  return (
    <Dialog
      title={text("send.sent-title")}
      isOpen
      onOpenChange={onClose}
      actions={
        <Button kind="door" onPress={onClose}>
          {text("send.sent-close")}
        </Button>
      }
    >
      <p className={styles.sent} role="status">
        <Icon name="check" />
        <span>
          {reader === undefined ? (
            <Message id="send.sent" />
          ) : (
            <Message id="send.sent-to" values={{ person: <VisibleName text={reader} /> }} />
          )}
        </span>
      </p>
      <p className={styles.words}>{text("send.sent-how", { name })}</p>
    </Dialog>
  );
}
