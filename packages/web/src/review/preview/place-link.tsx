import type { ReactNode } from "react";
import { useText } from "../../messages/text.tsx";
import type { LineHit } from "../line-hit.ts";
import { TextLink } from "../text-link.tsx";
import { spelledOut } from "../visible-marks.ts";
import type { TrialPlace } from "./trial-log.ts";

export interface PlaceLinkProps {
  readonly place: TrialPlace;
  /** Why it leads there; stands below the line. */
  readonly note: ReactNode;
  readonly onGoTo: (place: LineHit) => void;
}

/** The way to a line of the code. */
export function PlaceLink({ place: { file, line }, note, onGoTo }: PlaceLinkProps): ReactNode {
  const text = useText();
  return (
    <TextLink look="code" onPress={() => onGoTo({ path: file, line, note })}>
      {text("scan.place", { path: spelledOut(file), line })}
    </TextLink>
  );
}
