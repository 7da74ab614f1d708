import type { ReactNode } from "react";

/** A line to point at. */
export interface LineHit {
  readonly path: string;
  /** Its number in the proposed text, or in the old one where `isOld`. */
  readonly line: number;
  readonly isOld?: boolean;
  /** The row of the comparison, where one is shown; it says more than the line. */
  readonly step?: number | undefined;
  /** Why it is pointed at; stands below the line. */
  readonly note?: ReactNode;
}
