import { useState } from "react";
import type { ConsentWorkspace } from "@anteroom/client";

export interface Seats {
  /** Ids of the ticked projects, in the order in which they are shown. */
  readonly ticked: readonly string[];
  readonly tick: (projectId: string, sits: boolean) => void;
  readonly clear: () => void;
}

/**
 * The projects that a person ticks for a client. Nothing is given away unasked: none is ticked at first, unless
 * there is only one, where nothing would be left to choose.
 */
export function useSeats({ projects }: Pick<ConsentWorkspace, "projects">): Seats {
  const [chosen, setChosen] = useState<ReadonlySet<string> | undefined>(undefined);
  const first = projects.length === 1 ? projects.map((project) => project.project_id) : [];
  const seats = chosen ?? new Set(first);
  return {
    ticked: projects.map((project) => project.project_id).filter((id) => seats.has(id)),
    tick(projectId, sits) {
      const next = new Set(seats);
      if (sits) next.add(projectId);
      else next.delete(projectId);
      setChosen(next);
    },
    clear: () => setChosen(undefined),
  };
}
