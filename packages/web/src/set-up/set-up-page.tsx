import { useEffect, useRef, useState, type ReactNode } from "react";
import { useLocation } from "wouter";
import { isRefusal } from "@anteroom/client";
import { Form } from "../app/form.tsx";
import { forgetSecret, takeSecret } from "../app/fragment-secret.ts";
import { Hall } from "../app/hall.tsx";
import { isShortPassword, newPersonErrors } from "../app/new-person.ts";
import { NewPersonFields, NOBODY } from "../app/new-person-fields.tsx";
import { useSetUpLink } from "../data/account.ts";
import { useSetUp } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Button, ButtonLink, ErrorNote, Failure, Skeleton, TextField } from "../parts/index.ts";

/** `/set-up#secret`: the printed link of the first start makes the workspace and its owner. */
export function SetUpPage(): ReactNode {
  const text = useText();
  const [secret] = useState(() => takeSecret("set-up"));
  const [refused, setRefused] = useState(false);
  const link = useSetUpLink(secret);
  if (secret === "") {
    return (
      <Hall title={text("set-up.no-link")} documentTitle={text("set-up.title")} wide>
        <ErrorNote what={text("set-up.no-link-what")} next={text("set-up.no-link-next")} />
      </Hall>
    );
  }
  if (refused || link.data?.works === false || isRefusal(link.error, "invalid_arguments")) return <Over />;
  if (!link.data) {
    return (
      <Hall title={text("set-up.heading")} documentTitle={text("set-up.title")} wide>
        {link.error ? (
          <Failure error={link.error} onRetry={() => void link.refetch()} retrying={link.isFetching} />
        ) : (
          <Skeleton />
        )}
      </Hall>
    );
  }
  return (
    <Hall
      title={text("set-up.heading")}
      documentTitle={text("set-up.title")}
      lead={text("set-up.lead")}
      floor={text("set-up.floor")}
      wide
    >
      <SetUpForm secret={secret} onRefused={() => setRefused(true)} />
    </Hall>
  );
}

/** The link was used, or was never ours. */
function Over(): ReactNode {
  const text = useText();
  return (
    <Hall title={text("set-up.used")} documentTitle={text("set-up.title")} wide>
      <ErrorNote
        what={text("set-up.used-what")}
        holds={text("set-up.used-holds")}
        next={text("set-up.used-next")}
      />
      <ButtonLink href="/sign-in" size="big">
        {text("sign-in.title")}
      </ButtonLink>
    </Hall>
  );
}

/** Whether the link was used, or was never ours; a known email cannot be, since nobody is here yet. */
function linkIsOver(error: Error): boolean {
  return isRefusal(error, "wrong_credentials") || isRefusal(error, "conflict_state");
}

interface SetUpFormProps {
  readonly secret: string;
  readonly onRefused: () => void;
}

function SetUpForm({ secret, onRefused }: SetUpFormProps): ReactNode {
  const text = useText();
  const [, navigate] = useLocation();
  const setUp = useSetUp();
  const [workspace, setWorkspace] = useState("");
  const [person, setPerson] = useState(NOBODY);
  const [tried, setTried] = useState(false);
  const errors = newPersonErrors(setUp.error, text);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);

  function submit(): void {
    setTried(true);
    if (setUp.isPending || isShortPassword(person.password)) return;
    setUp.mutate(
      {
        secret,
        workspace_name: workspace.trim(),
        name: person.name.trim(),
        email: person.email.trim(),
        password: person.password,
      },
      {
        onSuccess: () => {
          forgetSecret("set-up");
          navigate("/", { replace: true });
        },
        onError: (error) => {
          if (!linkIsOver(error)) return;
          forgetSecret("set-up");
          onRefused();
        },
      },
    );
  }

  return (
    <Form onSubmit={submit}>
      <TextField
        label={text("set-up.workspace")}
        name="organization"
        autoComplete="organization"
        required
        maxLength={100}
        value={workspace}
        onChange={setWorkspace}
        ref={first}
        error={errors.workspace_name}
      />
      <NewPersonFields value={person} onChange={setPerson} tried={tried} errors={errors} />
      {setUp.error && Object.keys(errors).length === 0 ? <Failure error={setUp.error} /> : null}
      <Button type="submit" kind="door" size="big" busy={setUp.isPending}>
        {setUp.isPending ? text("set-up.busy") : text("set-up.submit")}
      </Button>
    </Form>
  );
}
