import { useEffect, useEffectEvent, type ReactNode } from "react";
import { usePasskeySignIn, useSignInWays } from "../data/account.ts";
import { client } from "../data/index.ts";
import { knowsPasskeys, passkeyFromField, passkeysWorkHere, type PasskeyAnswer } from "../data/passkeys.ts";
import { Message, useText } from "../messages/text.tsx";
import { Button, Or } from "../parts/index.ts";
import { PasskeyFailure } from "./passkey-failure.tsx";
import { ProviderLink } from "./provider-link.tsx";
import styles from "./sign-in.module.css";

export interface OtherWaysProps {
  readonly onSignedIn: () => void;
  readonly place: string;
}

/** The ways beside the password. Passkeys are offered before the server told the rest: nothing jumps then. */
export function OtherWays({ onSignedIn, place }: OtherWaysProps): ReactNode {
  const { data } = useSignInWays();
  const origin = data?.passkey_origin ?? location.origin;
  const passkeys = passkeysWorkHere(origin);
  const providers = data?.providers ?? [];
  return (
    <>
      {passkeys || providers.length > 0 ? (
        <>
          <Or />
          <div className={styles.ways}>
            {passkeys ? <PasskeyWay onSignedIn={onSignedIn} /> : null}
            {providers.map((provider) => (
              <ProviderLink key={provider.provider_id} provider={provider} place={place} />
            ))}
          </div>
        </>
      ) : null}
      {knowsPasskeys() && origin !== location.origin ? <PasskeysElsewhere origin={origin} /> : null}
    </>
  );
}

function PasskeyWay({ onSignedIn }: Pick<OtherWaysProps, "onSignedIn">): ReactNode {
  const text = useText();
  const signIn = usePasskeySignIn();
  const busy = signIn.isPending || signIn.isSuccess;
  const send = useEffectEvent((answer: PasskeyAnswer) => signIn.mutate(answer, { onSuccess: onSignedIn }));
  useEffect(() => {
    // A browser asks one question at a time: the button's own ends this offer, which comes back after it.
    if (busy) return undefined;
    const offer = new AbortController();
    void passkeyFromField(() => client.call("begin_passkey_sign_in", {}), offer.signal).then((answer) => {
      if (answer && !offer.signal.aborted) send(answer);
    });
    return () => offer.abort();
  }, [busy]);
  return (
    <>
      <Button
        icon="key"
        size="big"
        busy={busy}
        onPress={() => signIn.mutate(undefined, { onSuccess: onSignedIn })}
      >
        {text("sign-in.passkey")}
      </Button>
      {signIn.error ? <PasskeyFailure error={signIn.error} /> : null}
    </>
  );
}

/** A passkey belongs to one address, and this page was opened under another. */
function PasskeysElsewhere({ origin }: { readonly origin: string }): ReactNode {
  const here = origin + location.pathname + location.search;
  return (
    <p className={styles.hint}>
      <Message
        id="sign-in.passkeys-elsewhere"
        values={{ origin, link: (chunks) => <a href={here}>{chunks}</a> }}
      />
    </p>
  );
}
