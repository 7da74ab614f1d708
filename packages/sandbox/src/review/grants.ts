import type { Capability, ScanReport } from "./report.ts";

export type Grant = "shared" | "members";

/** What of the house an app gets only if its code shows it, so that who approves it has seen it on the card. */
const GRANTED = [
  ["storage_shared", "shared"],
  ["members", "members"],
] as const satisfies [Capability, Grant][];

/** The grants that an app's code asks for by what it shows; what it only might reach (`computed_globals`) is not among them. */
export function grantsOf({ capabilities }: ScanReport): Grant[] {
  const shown: ReadonlySet<Capability> = new Set(capabilities.map(({ capability }) => capability));
  return GRANTED.filter(([capability]) => shown.has(capability)).map(([, grant]) => grant);
}
