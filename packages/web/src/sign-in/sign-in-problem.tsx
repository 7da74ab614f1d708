import type { ReactNode } from "react";
import { useText, type MessageKey } from "../messages/text.tsx";
import { ErrorNote } from "../parts/index.ts";

/** How a sign-in by a company can end without one: the address says which. */
const PROBLEMS: Readonly<Record<string, { what: MessageKey; next: MessageKey }>> = {
  unknown_person: { what: "problem.unknown-person", next: "problem.unknown-person-next" },
  link_first: { what: "problem.link-first", next: "problem.link-first-next" },
  taken: { what: "problem.taken", next: "problem.taken-next" },
  confirm: { what: "problem.confirm", next: "problem.confirm-next" },
  domain: { what: "problem.domain", next: "problem.domain-next" },
  unverified: { what: "problem.unverified", next: "problem.unverified-next" },
  cancelled: { what: "problem.cancelled", next: "problem.cancelled-next" },
  expired: { what: "problem.expired", next: "problem.expired-next" },
  failed: { what: "problem.failed", next: "problem.failed-next" },
};

/** Says why a company's sign-in came to nothing; nothing for no problem. */
export function SignInProblem({ code }: { readonly code: string | null }): ReactNode {
  const text = useText();
  if (code === null) return null;
  // Anybody can write an address: an unknown code is never shown.
  const words = (Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code] : undefined) ?? PROBLEMS["failed"];
  return words ? <ErrorNote what={text(words.what)} next={text(words.next)} /> : null;
}
