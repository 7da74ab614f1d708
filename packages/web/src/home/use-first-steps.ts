import { useQueries } from "@tanstack/react-query";
import { roomQuery, useConnections, useNeedsApproval, type Home } from "../data/index.ts";
import { firstSteps, type FirstStepsState } from "./steps.ts";

/** With more Rooms than this the workspace is past its beginning. */
const FEW = 3;

/**
 * Where a person stands on the way to the first tab: `known` is false while that is loading, and `steps` is
 * absent once somebody has been let in, or for whom there is nothing to decide.
 */
export function useFirstSteps(home: Home | undefined): {
  readonly known: boolean;
  readonly steps?: FirstStepsState;
} {
  const rooms = home?.workspaces.flatMap((one) => one.projects).flatMap((project) => project.rooms) ?? [];
  const few = rooms.length > 0 && rooms.length <= FEW;
  const opened = useQueries({ queries: few ? rooms.map((room) => roomQuery(room.room_id)) : [] });
  const approvals = useNeedsApproval();
  const connections = useConnections();

  if (!home) return { known: false };
  if (!few) return { known: true };
  const parts = [approvals, connections, ...opened];
  // What cannot be read must not keep Home away; the parts of it tell their own errors.
  if (parts.some((part) => part.isError && !part.data)) return { known: true };
  const launchers = opened.flatMap((query) => (query.data ? [query.data] : []));
  if (!approvals.data || !connections.data || launchers.length < opened.length) return { known: false };
  const steps = firstSteps({
    launchers,
    waiting: approvals.data.waiting,
    decided: approvals.data.decided.length,
    connections: connections.data.total,
  });
  return steps ? { known: true, steps } : { known: true };
}
