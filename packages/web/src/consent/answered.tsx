import type { ReactNode } from "react";
import { Hall } from "../app/hall.tsx";
import { Message, useText } from "../messages/text.tsx";

export interface AnsweredProps {
  readonly clientName: string;
  readonly allowed: boolean;
}

/** The end: what was answered, and that the person goes on elsewhere. */
export function Answered({ clientName, allowed }: AnsweredProps): ReactNode {
  const text = useText();
  return (
    <Hall title={text(allowed ? "consent.let-in" : "consent.not-let-in")} wide>
      <p>
        <Message id="consent.go-back" values={{ name: <bdi>{clientName}</bdi> }} />
      </p>
    </Hall>
  );
}
