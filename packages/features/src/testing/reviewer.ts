import type { Team, Teammate } from "./team.ts";
import type { Made } from "./test-agent.ts";

interface App {
  readonly instance_id: string;
  readonly digest: string;
}

/** Somebody who decides, as the card would let them. */
export class Reviewer {
  readonly #team: Team;
  readonly who: Teammate;

  constructor(team: Team, who: Teammate) {
    this.#team = team;
    this.who = who;
  }

  async call<T = Record<string, unknown>>(name: string, input: object): Promise<T> {
    return await this.#team.call<T>(this.who, name, input);
  }

  async approve(made: Made, change: object = {}): Promise<{ room_id: string; instance_id: string }> {
    return await this.call("approve_proposal", { ...seen(made), ...READ, ...change });
  }

  async update(made: Made, app: App): Promise<{ room_id: string; instance_id: string }> {
    const { instance_id, digest } = app;
    return await this.approve(made, { as: "update", updates: { instance_id, digest } });
  }

  async decline(made: Made, reason?: string): Promise<void> {
    await this.call("decline_proposal", { ...seen(made), ...(reason !== undefined && { reason }) });
  }

  async askForChanges(made: Made, comments: readonly object[] = [{ body: "Please." }]): Promise<string[]> {
    const input = { ...seen(made), files_seen: [], comments };
    return (await this.call<{ comment_ids: string[] }>("request_changes", input)).comment_ids;
  }
}

/** Every file of a test agent's proposal, read. */
export const READ = { files_seen: [{ path: "src/App.tsx", how: "seen" }] } as const;

/** What the card shows of a proposal. */
export function seen({ proposal_id, revision, name, digest }: Made) {
  return { proposal_id, revision, name, digest, runtime: "r1" };
}
