import type { ReactNode } from "react";

/** A line to point at. */
export interface LineHit {
  readonly path: string;
  readonly line: number;
  /** Why it is pointed at; stands below the line. */
  readonly note?: ReactNode;
}
