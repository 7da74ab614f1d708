import type { ReactNode } from "react";
import { isRefusal } from "@anteroom/client";
import { useText } from "../messages/text.tsx";
import { ErrorNote, Failure } from "../parts/index.ts";

/** Why a passkey opened nothing. The server tells one that does not hold as it tells a wrong password. */
export function PasskeyFailure({ error }: { readonly error: unknown }): ReactNode {
  const text = useText();
  if (!isRefusal(error, "wrong_credentials")) return <Failure error={error} />;
  return <ErrorNote what={text("error.passkey-refused")} next={text("error.passkey-refused-next")} />;
}
