import { authenticateBearer, issueApiToken } from "../auth/index.ts";
import { bounds } from "../index.ts";
import type { AgentContext, Ports } from "../kernel/context.ts";
import { Waiting } from "../kernel/waiting.ts";
import type { Team, Teammate } from "./team.ts";

/** What proposing answers, as far as tests look at it. */
export interface Made {
  readonly proposal_id: string;
  readonly instance_id: string;
  readonly name: string;
  readonly revision: number;
  readonly digest: string;
  readonly state: string;
  readonly replaces?: string;
  readonly replayed: boolean;
  readonly next_step: string;
}

/** A connection that acts for somebody of a team. */
export class TestAgent {
  readonly #team: Team;
  readonly context: AgentContext;
  #keys = 0;

  private constructor(team: Team, context: AgentContext) {
    this.#team = team;
    this.context = context;
  }

  static async of(team: Team, { person_id }: Pick<Teammate, "person_id">, ports: Partial<Ports> = {}) {
    const lent = { ...team.house.ports, ...ports };
    const { email } = await lent.store.read
      .selectFrom("persons")
      .select("email")
      .where("person_id", "=", person_id)
      .executeTakeFirstOrThrow();
    const scopes = ["osfoundry:read", "osfoundry:write"];
    const { token } = await issueApiToken(lent.store, { email, scopes });
    const principal = await authenticateBearer(lent, token);
    if (!principal) throw new Error("The new token does not work.");
    return new TestAgent(team, { ...lent, principal });
  }

  /** Calls an operation; a call that is held is answered as when its time is up. */
  async call<T = Record<string, unknown>>(name: string, input: object): Promise<T> {
    const answer = await this.hold(name, input);
    return (answer instanceof Waiting ? await answer.plan.attempt(true) : answer) as T;
  }

  /** What the operation's handler answers: of a call that can be held, its plan. */
  async hold(name: string, input: object): Promise<unknown> {
    const bound = bounds.find(({ operation }) => operation.name === name);
    return await bound?.handler(this.context as never, input as never);
  }

  /** Proposes an app of one file; its text tells revisions apart. */
  async propose(name: string, text = "", input: object = {}): Promise<Made> {
    this.#keys += 1;
    return await this.call<Made>("propose_room_snippet_app", {
      room_id: this.#team.room_id,
      name,
      files: { "src/App.tsx": sourceOf(text) },
      idempotency_key: `key-${this.context.principal.connection_id}-${this.#keys}`,
      ...input,
    });
  }
}

/** A source of four lines, the third of which holds the text. */
export function sourceOf(text: string): string {
  return `export default () => {\n  // says:\n  return ${JSON.stringify(text)};\n};\n`;
}
