import { useState, type ReactNode } from "react";
import { isRefusal, type ConsentRequest } from "@anteroom/client";
import { Hall } from "../app/hall.tsx";
import { client, useConsent, useDecideConsent } from "../data/index.ts";
import { Message, useText } from "../messages/text.tsx";
import { ErrorNote, Failure, Skeleton } from "../parts/index.ts";
import { Answered } from "./answered.tsx";
import { ConsentForm } from "./consent-form.tsx";
import { followAnswer } from "./follow-answer.ts";
import { SignInFirst } from "./sign-in-first.tsx";

/** `/consent/:uid`: a client asks to act for this person; the person lets it in, or does not. */
export function ConsentPage({ uid }: { readonly uid: string }): ReactNode {
  const text = useText();
  const [signedIn, setSignedIn] = useState(client.signedIn);
  const { data, error, refetch, isFetching } = useConsent(uid, { enabled: signedIn });

  if (!signedIn || isRefusal(error, "sign_in_required")) {
    return (
      <SignInFirst
        onSignedIn={() => {
          setSignedIn(true);
          void refetch();
        }}
      />
    );
  }
  if (isRefusal(error, "not_found")) return <Expired />;
  if (!data) {
    return (
      <Hall title={text("consent.title")} wide>
        {error ? (
          <Failure error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <Skeleton />
        )}
      </Hall>
    );
  }
  return <Asked uid={uid} request={data} />;
}

function Expired(): ReactNode {
  const text = useText();
  return (
    <Hall title={text("consent.expired")} documentTitle={text("consent.title")} wide>
      <ErrorNote
        what={text("consent.expired-what")}
        holds={text("consent.expired-holds")}
        next={text("consent.expired-next")}
      />
    </Hall>
  );
}

interface AskedProps {
  readonly uid: string;
  readonly request: ConsentRequest;
}

function Asked({ uid, request }: AskedProps): ReactNode {
  const text = useText();
  const decide = useDecideConsent(uid);

  if (isRefusal(decide.error, "not_found")) return <Expired />;
  if (decide.isSuccess) {
    return <Answered clientName={request.client_name} allowed={decide.variables.allow} />;
  }
  return (
    <Hall
      title={<Message id="consent.heading" values={{ name: <bdi>{request.client_name}</bdi> }} />}
      documentTitle={text("consent.title")}
      lead={
        <Message id="consent.lead" values={{ email: request.person.email, b: (chunks) => <b>{chunks}</b> }} />
      }
      floor={text("consent.floor")}
      wide
    >
      <ConsentForm
        request={request}
        onDecide={(decision) =>
          decide.mutate(decision, { onSuccess: ({ redirect_to }) => followAnswer(redirect_to) })
        }
        deciding={decide.isPending ? decide.variables : undefined}
        error={decide.error}
      />
    </Hall>
  );
}
