import type { ReactNode } from "react";
import { Message } from "../messages/text.tsx";
import { factOf, findingTitle, type Finding } from "./finding-words.ts";
import { VisibleName } from "./visible-text.tsx";

/** What findings of a code are called, also where this page does not know the code. */
export function FindingTitle({ code }: { readonly code: string }): ReactNode {
  const title = findingTitle(code);
  return title === undefined ? (
    <Message id="finding.other" values={{ code: <VisibleName text={code} /> }} />
  ) : (
    <Message id={title} />
  );
}

/** What one finding says besides its title, which may be nothing. */
export function FindingFact({ finding }: { readonly finding: Finding }): ReactNode {
  const fact = factOf(finding);
  if (fact === undefined) return null;
  const drawn = Object.entries(fact.drawn).map(([name, text]) => [
    name,
    <VisibleName key={name} text={text} />,
  ]);
  return <Message id={fact.id} values={{ ...fact.values, ...Object.fromEntries(drawn) }} />;
}

/** A finding in one line, for beside the code. */
export function FindingNote({ finding }: { readonly finding: Finding }): ReactNode {
  const title = <FindingTitle code={finding.code} />;
  if (factOf(finding) === undefined) return title;
  return <Message id="finding.note" values={{ title, fact: <FindingFact finding={finding} /> }} />;
}
