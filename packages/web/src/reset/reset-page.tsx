import { useState, type ReactNode } from "react";
import { useLocation } from "wouter";
import { isRefusal } from "@anteroom/client";
import { forgetSecret, takeSecret } from "../app/fragment-secret.ts";
import { Hall } from "../app/hall.tsx";
import { useReset } from "../data/account.ts";
import { Message, useText } from "../messages/text.tsx";
import { ButtonLink, ErrorNote, Failure, Skeleton } from "../parts/index.ts";
import { CodeStep } from "../sign-in/code-step.tsx";
import { ResetForm } from "./reset-form.tsx";

/** `/reset#secret`: sets a new password by a link, and signs in with it. */
export function ResetPage(): ReactNode {
  const text = useText();
  const [, navigate] = useLocation();
  const [secret] = useState(() => takeSecret("reset"));
  const [ticket, setTicket] = useState<string>();
  const [over, setOver] = useState(false);
  const { data, error, refetch, isFetching } = useReset(secret);

  if (ticket !== undefined) {
    return (
      <Hall
        title={text("reset.second-step")}
        documentTitle={text("reset.title")}
        lead={text("reset.is-set")}
        wide
      >
        <CodeStep
          ticket={ticket}
          onSignedIn={() => navigate("/", { replace: true })}
          // The password is set already: it begins at the sign-in page.
          onStartAgain={() => navigate("/sign-in", { replace: true })}
        />
      </Hall>
    );
  }
  if (over || secret === "" || isRefusal(error, "not_found") || isRefusal(error, "invalid_arguments")) {
    return <Over />;
  }
  if (!data) {
    return (
      <Hall title={text("reset.title")} wide>
        {error ? (
          <Failure error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <Skeleton />
        )}
      </Hall>
    );
  }
  return (
    <Hall
      title={text("reset.heading")}
      documentTitle={text("reset.title")}
      lead={<Message id="reset.lead" values={{ name: data.name, b: (chunks) => <b>{chunks}</b> }} />}
      wide
    >
      <ResetForm
        secret={secret}
        email={data.email}
        forgetsFactors={data.forgets_factors}
        onOver={() => {
          forgetSecret("reset");
          setOver(true);
        }}
        onSet={(next) => {
          forgetSecret("reset");
          if (next === undefined) navigate("/", { replace: true });
          else setTicket(next);
        }}
      />
    </Hall>
  );
}

/** The link was used, is too old, or not whole. */
function Over(): ReactNode {
  const text = useText();
  return (
    <Hall title={text("reset.over")} documentTitle={text("reset.title")} wide>
      <ErrorNote
        what={text("reset.over-what")}
        holds={text("reset.over-holds")}
        next={text("reset.over-next")}
      />
      <ButtonLink href="/sign-in" size="big">
        {text("sign-in.title")}
      </ButtonLink>
    </Hall>
  );
}
