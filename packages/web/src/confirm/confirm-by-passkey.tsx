import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isRefusal } from "@anteroom/client";
import { useConfirm } from "../data/account.ts";
import { answerByPasskey, type PasskeyRequest } from "../data/passkeys.ts";
import { useText } from "../messages/text.tsx";
import { Button } from "../parts/index.ts";
import { PasskeyFailure } from "../sign-in/passkey-failure.tsx";

export interface ConfirmByPasskeyProps {
  readonly request: PasskeyRequest;
  readonly onConfirmed: () => void;
  /** The server did not take the answer; the next try needs another request. */
  readonly onRefused: () => void;
}

/** One press, and the browser asks. */
export function ConfirmByPasskey({ request, onConfirmed, onRefused }: ConfirmByPasskeyProps): ReactNode {
  const text = useText();
  const { mutateAsync: confirm } = useConfirm();
  const byPasskey = useMutation({
    mutationFn: async () => await confirm(await answerByPasskey(request)),
    onSuccess: onConfirmed,
    onError: (error) => {
      if (isRefusal(error)) onRefused();
    },
  });
  return (
    <>
      <Button icon="key" kind="door" size="big" busy={byPasskey.isPending} onPress={() => byPasskey.mutate()}>
        {text("confirm.passkey")}
      </Button>
      {byPasskey.error ? <PasskeyFailure error={byPasskey.error} /> : null}
    </>
  );
}
