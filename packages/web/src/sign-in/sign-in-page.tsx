import { useEffect, type ReactNode } from "react";
import { useLocation, useSearch } from "wouter";
import { Hall } from "../app/hall.tsx";
import { returnAddress } from "../app/return-address.ts";
import { useSignInWays } from "../data/account.ts";
import { useSignedIn } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SignInProblem } from "./sign-in-problem.tsx";

/** `/sign-in?return=…&problem=…&ended=1`: afterwards the browser is where it wanted to go. */
export function SignInPage(): ReactNode {
  const text = useText();
  const [, navigate] = useLocation();
  const search = new URLSearchParams(useSearch());
  const place = returnAddress(search.get("return"), location.origin);
  const already = useSignedIn();
  const noOwner = useSignInWays().data?.no_owner ?? false;
  const lead = noOwner ? text("sign-in.no-owner") : search.has("ended") ? text("sign-in.ended") : undefined;

  useEffect(() => {
    if (already) navigate(place, { replace: true });
  }, [already, place, navigate]);

  return (
    <Hall title={text("sign-in.title")} lead={lead} floor={text("sign-in.floor")}>
      <SignInProblem code={search.get("problem")} />
      <SignInForm onSignedIn={() => navigate(place, { replace: true })} place={place} />
    </Hall>
  );
}
