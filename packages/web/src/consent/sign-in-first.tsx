import type { ReactNode } from "react";
import { Hall } from "../app/hall.tsx";
import { useText } from "../messages/text.tsx";
import { SignInForm } from "../sign-in/sign-in-form.tsx";

export interface SignInFirstProps {
  readonly onSignedIn: () => void;
}

/** A client asks in a browser where nobody is signed in. A sign-in that leaves the page comes back to it. */
export function SignInFirst({ onSignedIn }: SignInFirstProps): ReactNode {
  const text = useText();
  return (
    <Hall title={text("sign-in.title")} lead={text("consent.sign-in-lead")} floor={text("sign-in.floor")}>
      <SignInForm onSignedIn={onSignedIn} place={location.pathname + location.search} />
    </Hall>
  );
}
