import { useState, type ReactNode } from "react";
import { useEndOtherSignIns, useEndSignIn, type OpenSignIn } from "../data/account.ts";
import { Message, useText, type MessageKey } from "../messages/text.tsx";
import { Button, Tag, tell, Time } from "../parts/index.ts";
import { AskFirst } from "./ask-first.tsx";
import { Row, Rows, Section } from "./section.tsx";
import { useBrowserName } from "./use-browser-name.ts";

const WAYS: Readonly<Record<OpenSignIn["way"], MessageKey>> = {
  password: "sign-ins.by-password",
  passkey: "sign-ins.by-passkey",
  provider: "sign-ins.by-provider",
  link: "sign-ins.by-link",
};

/** Every browser in which this person is signed in, this one first. */
export function SignInsSection({ signIns }: { readonly signIns: readonly OpenSignIn[] }): ReactNode {
  const text = useText();
  const [asking, setAsking] = useState<OpenSignIn | "others">();
  const close = (): void => setAsking(undefined);
  const sorted = signIns.toSorted((one, other) => Number(other.current) - Number(one.current));
  const others = signIns.filter((signIn) => !signIn.current).length;
  return (
    <Section
      title={text("sign-ins.title")}
      hint={text("sign-ins.hint")}
      action={
        others > 0 ? (
          <Button onPress={() => setAsking("others")}>{text("sign-ins.end-others")}</Button>
        ) : undefined
      }
    >
      <Rows>
        {sorted.map((signIn) => (
          <SignInRow key={signIn.sign_in_id} signIn={signIn} onEnd={() => setAsking(signIn)} />
        ))}
      </Rows>
      {asking === "others" ? <EndOthers onClose={close} /> : null}
      {asking !== undefined && asking !== "others" ? <EndOne signIn={asking} onClose={close} /> : null}
    </Section>
  );
}

interface SignInRowProps {
  readonly signIn: OpenSignIn;
  readonly onEnd: () => void;
}

function SignInRow({ signIn, onEnd }: SignInRowProps): ReactNode {
  const text = useText();
  const name = useBrowserName()(signIn.user_agent);
  return (
    <Row
      title={
        <>
          {name}
          {signIn.current ? <Tag kind="door">{text("sign-ins.this")}</Tag> : null}
        </>
      }
      second={
        <Message
          id={WAYS[signIn.way]}
          values={{
            since: <Time at={signIn.created_at} look="date" />,
            // Of this browser the server notes it only now and then.
            seen: signIn.current ? text("time.now") : <Time at={signIn.last_seen_at} look="ago" />,
          }}
        />
      }
      actions={
        signIn.current ? undefined : (
          <Button kind="quiet" size="small" label={text("sign-ins.end-name", { name })} onPress={onEnd}>
            {text("sign-ins.end")}
          </Button>
        )
      }
    />
  );
}

function EndOne({
  signIn,
  onClose,
}: {
  readonly signIn: OpenSignIn;
  readonly onClose: () => void;
}): ReactNode {
  const text = useText();
  const end = useEndSignIn();
  const name = useBrowserName()(signIn.user_agent);
  return (
    <AskFirst
      title={text("sign-ins.end-title", { name })}
      what={text("sign-ins.end-what")}
      act={text("sign-ins.end-do")}
      isOpen
      onClose={onClose}
      busy={end.isPending}
      error={end.error}
      onAct={() =>
        end.mutate(
          { sign_in_id: signIn.sign_in_id },
          {
            onSuccess: () => {
              tell({ text: text("sign-ins.ended", { name }) });
              onClose();
            },
          },
        )
      }
    />
  );
}

function EndOthers({ onClose }: { readonly onClose: () => void }): ReactNode {
  const text = useText();
  const end = useEndOtherSignIns();
  return (
    <AskFirst
      title={text("sign-ins.end-others-title")}
      what={text("sign-ins.end-what")}
      act={text("sign-ins.end-others-do")}
      isOpen
      onClose={onClose}
      busy={end.isPending}
      error={end.error}
      onAct={() =>
        end.mutate(
          {},
          {
            onSuccess: ({ ended }) => {
              tell({ text: text("sign-ins.ended-others", { ended }) });
              onClose();
            },
          },
        )
      }
    />
  );
}
