import type { Ports } from "../kernel/context.ts";
import type { InputOf, OperationShape, OutputOf } from "../kernel/operation.ts";
import { approveProposal, openProposal, requestChanges } from "../proposals/review-contract.ts";
import { Team, type Teammate } from "./team.ts";
import { TestAgent } from "./test-agent.ts";

type Card = OutputOf<typeof openProposal>;
type Files = Readonly<Record<string, string>>;

/** The least that is an app. */
export const APP = "export default () => null;";

/** A team whose agents propose into its Rooms, and whose people review. */
export class Review implements AsyncDisposable {
  readonly team: Team;
  readonly #agents = new Map<string, TestAgent>();

  private constructor(team: Team) {
    this.team = team;
  }

  /** `ports` is what the server lends otherwise than usual. */
  static async open(ports: Partial<Ports> = {}): Promise<Review> {
    return new Review(await Team.open(ports));
  }

  get owner(): Teammate {
    return this.team.owner;
  }

  get room_id(): string {
    return this.team.room_id;
  }

  /** Calls an operation as a person. */
  async as<O extends OperationShape>(who: Teammate, { name }: O, input: InputOf<O>): Promise<OutputOf<O>> {
    return await this.team.call(who, name, input as object);
  }

  /** An agent of this person; the same one each time. */
  async agentOf(who: Teammate): Promise<TestAgent> {
    const agent = this.#agents.get(who.person_id) ?? (await TestAgent.of(this.team, who));
    this.#agents.set(who.person_id, agent);
    return agent;
  }

  /** Lets an agent of this person propose; answers the id of the proposal. */
  async propose(who: Teammate, files: Files = { "src/App.tsx": APP }, name = "App"): Promise<string> {
    return (await (await this.agentOf(who)).propose(name, "", { files })).proposal_id;
  }

  async card(proposal_id: string, { who = this.owner, against = "" } = {}): Promise<Card> {
    return await this.as(who, openProposal, { proposal_id, ...(against !== "" && { against }) });
  }

  /** What the owner saw of a card, all of it marked as read. */
  seen(card: Card, how: "seen" | "marked" = "seen") {
    const { proposal_id, revision, name, digest, runtime, files } = card;
    return {
      proposal_id,
      revision,
      name,
      digest,
      runtime,
      files_seen: files.map(({ path }) => ({ path, how })),
    };
  }

  /** Approves: an update where the card offers one, unless told otherwise. Answers the app's id. */
  async approve(
    proposal_id: string,
    { who = this.owner, as, how }: { who?: Teammate; as?: "create" | "update"; how?: "seen" | "marked" } = {},
  ): Promise<string> {
    const card = await this.card(proposal_id, { who });
    const { updates } = card;
    const update = updates !== undefined && as !== "create";
    const way = update ? { as: "update" as const, updates: appSeen(updates) } : {};
    const { instance_id } = await this.as(who, approveProposal, { ...this.seen(card, how), ...way });
    return instance_id;
  }

  /** Asks for changes by one comment on the whole. */
  async ask(
    proposal_id: string,
    { who = this.owner, how }: { who?: Teammate; how?: "seen" | "marked" } = {},
  ) {
    const seen = this.seen(await this.card(proposal_id, { who }), how);
    return await this.as(who, requestChanges, { ...seen, comments: [{ body: "Change it." }] });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.team[Symbol.asyncDispose]();
  }
}

function appSeen({ instance_id, digest }: NonNullable<Card["updates"]>) {
  return { instance_id, digest };
}
