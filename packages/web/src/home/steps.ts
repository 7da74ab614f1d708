import type { ApprovalRow, Room } from "../data/index.ts";

export interface FirstStepsState {
  /** The step that is this person's turn. */
  readonly step: 1 | 2 | 3;
  /** The Room in which the first tab will stand. */
  readonly room: Pick<Room, "room_id" | "name">;
  /** The demo's sample agent can be played in it. */
  readonly sample: boolean;
  /** The proposal to read, at step 3. */
  readonly card?: Pick<ApprovalRow, "proposal_id" | "name">;
}

export interface FirstStepsFacts {
  readonly launchers: readonly Room[];
  readonly waiting: readonly ApprovalRow[];
  /** How many proposals this person decided. */
  readonly decided: number;
  readonly connections: number;
}

/**
 * The way to the first tab: connect an agent, ask it, read what it proposes. Undefined once any Room has a
 * tab or something was decided, and for who owns no Room and so decides nothing.
 */
export function firstSteps({
  launchers,
  waiting,
  decided,
  connections,
}: FirstStepsFacts): FirstStepsState | undefined {
  const room = launchers.find((one) => one.owner.you);
  if (!room || decided > 0 || launchers.some((one) => one.apps.length > 0)) return undefined;
  const [card] = waiting;
  const sample = room.sample_agent;
  if (card) return { step: 3, room, sample, card };
  return { step: connections > 0 ? 2 : 1, room, sample };
}
