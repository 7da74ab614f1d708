import { useState, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { isRefusal } from "@anteroom/client";
import { forgetSecret, takeSecret } from "../app/fragment-secret.ts";
import { Hall } from "../app/hall.tsx";
import { signInAddress } from "../app/return-address.ts";
import {
  useAcceptInvitation,
  useInvitation,
  useSignedIn,
  useSignOut,
  type Invitation,
} from "../data/index.ts";
import { ROLE_NAMES, ROLE_WORDS } from "../members/index.ts";
import { Message, useText } from "../messages/text.tsx";
import { Button, ButtonLink, ErrorNote, Failure, Skeleton, Time } from "../parts/index.ts";
import styles from "./invitation.module.css";
import { NewPersonForm } from "./new-person-form.tsx";

/** `/invitation#secret`: joins a workspace, and a Room if there is one, as who is signed in or as somebody new. */
export function InvitationPage(): ReactNode {
  const text = useText();
  const [secret] = useState(() => takeSecret("invitation"));
  const { data, error, refetch, isFetching } = useInvitation(secret);

  if (secret === "" || isRefusal(error, "not_found") || isRefusal(error, "invalid_arguments")) {
    return (
      <Hall title={text("invitation.over")} documentTitle={text("invitation.title")} wide>
        <ErrorNote what={text("invitation.over-what")} next={text("invitation.over-next")} />
        <WayOn />
      </Hall>
    );
  }
  if (!data) {
    return (
      <Hall title={text("invitation.title")} wide>
        {error ? (
          <Failure error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <Skeleton />
        )}
      </Hall>
    );
  }
  const { room_name: room, workspace_name: workspace, invited_by: by } = data;
  return (
    <Hall
      title={text("invitation.heading", { place: room ?? workspace })}
      documentTitle={text("invitation.title")}
      lead={<Message id="invitation.lead" values={{ by, workspace, b: (chunks) => <b>{chunks}</b> }} />}
      floor={data.signed_in_as === undefined ? <SignInInstead /> : undefined}
      wide
    >
      <Terms invitation={data} />
      <Joining secret={secret} invitation={data} />
    </Hall>
  );
}

/** Where to go from a link that is over. */
function WayOn(): ReactNode {
  const text = useText();
  const signedIn = useSignedIn();
  return (
    <ButtonLink href={signedIn ? "/" : "/sign-in"} kind="door" size="big">
      {text(signedIn ? "not-found.home" : "sign-in.title")}
    </ButtonLink>
  );
}

/** As what one joins, where to, and until when. */
function Terms({ invitation }: { readonly invitation: Invitation }): ReactNode {
  const text = useText();
  const { role, room_name, expires_at } = invitation;
  return (
    <dl className={styles.terms}>
      <dt>{text("invitation.role")}</dt>
      <dd>
        <b>{text(ROLE_NAMES[role])}</b>
        <span className={styles.fine}>{text(ROLE_WORDS[role])}</span>
      </dd>
      {room_name === undefined ? null : (
        <>
          <dt>{text("invitation.room")}</dt>
          <dd>{room_name}</dd>
        </>
      )}
      <dt>{text("invitation.until")}</dt>
      <dd>
        <Time at={expires_at} look="moment" />
      </dd>
    </dl>
  );
}

function SignInInstead(): ReactNode {
  return (
    <Message
      id="invitation.sign-in"
      values={{ link: (chunks) => <Link href={signInAddress("/invitation")}>{chunks}</Link> }}
    />
  );
}

interface JoiningProps {
  readonly secret: string;
  readonly invitation: Invitation;
}

function Joining({ secret, invitation }: JoiningProps): ReactNode {
  const text = useText();
  const [, navigate] = useLocation();
  const accept = useAcceptInvitation();
  const other = useSignOut("/invitation");

  function join(person: { name?: string; email?: string; password?: string }): void {
    if (accept.isPending) return;
    accept.mutate(
      { secret, ...person },
      {
        onSuccess: ({ room_id }) => {
          forgetSecret("invitation");
          navigate(room_id === undefined ? "/" : `/rooms/${room_id}`, { replace: true });
        },
      },
    );
  }

  if (invitation.signed_in_as === undefined) {
    return <NewPersonForm onJoin={join} busy={accept.isPending} error={accept.error} />;
  }
  return (
    <>
      {accept.error ? <Failure error={accept.error} /> : null}
      <Button kind="door" size="big" busy={accept.isPending} onPress={() => join({})}>
        {text("invitation.join-as", { name: invitation.signed_in_as })}
      </Button>
      <Button kind="quiet" size="big" busy={other.isPending} onPress={() => other.mutate({})}>
        {text("invitation.other-account")}
      </Button>
      {other.error ? <Failure error={other.error} /> : null}
    </>
  );
}
