import { useState, type ReactNode } from "react";
import { CodeStep } from "./code-step.tsx";
import { Forgot } from "./forgot.tsx";
import { OtherWays } from "./other-ways.tsx";
import { PasswordStep } from "./password-step.tsx";

export interface SignInFormProps {
  /** Called once the browser holds the sign-in. */
  readonly onSignedIn: () => void;
  /** Where a sign-in that leaves this page comes back to: a path of this app, this page unless given. */
  readonly place?: string;
}

/** Every way to sign in: email and password with a second step where there is one, passkey, company. */
export function SignInForm({ onSignedIn, place = location.pathname }: SignInFormProps): ReactNode {
  const [ticket, setTicket] = useState<string>();
  if (ticket !== undefined) {
    return <CodeStep ticket={ticket} onSignedIn={onSignedIn} onStartAgain={() => setTicket(undefined)} />;
  }
  return (
    <>
      <PasswordStep onSignedIn={onSignedIn} onSecondStep={setTicket} />
      <OtherWays onSignedIn={onSignedIn} place={place} />
      <Forgot />
    </>
  );
}
