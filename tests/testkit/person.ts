import { LivePage } from "./live-page.ts";
import { OWNER } from "./server.ts";

/** A person at the API that the pages use: a cookie, the proof, and JSON. */
export class Person {
  readonly #origin: string;
  #cookie = "";
  #proof = "";

  private constructor(origin: string) {
    this.#origin = origin;
  }

  static async signIn(
    origin: string,
    credentials: { email: string; password: string } = OWNER,
  ): Promise<Person> {
    const person = new Person(origin);
    await person.do("sign_in", credentials);
    return person;
  }

  /** Becomes the owner by the printed link's secret. */
  static async setUp(origin: string, form: object): Promise<Person> {
    const person = new Person(origin);
    await person.do("set_up", form);
    return person;
  }

  /** A browser into which somebody put what another one sends along. */
  static holding(origin: string, headers: Readonly<Record<string, string>>): Person {
    const person = new Person(origin);
    person.#cookie = headers["cookie"] ?? "";
    person.#proof = headers["anteroom-proof"] ?? "";
    return person;
  }

  /** Joins by an invitation link as a new person. */
  static async join(link: string, who: { name: string; email: string; password: string }): Promise<Person> {
    const { origin, hash } = new URL(link);
    const person = new Person(origin);
    await person.do("accept_invitation", { secret: hash.slice(1), ...who });
    return person;
  }

  /** What its pages send along with each change. */
  get headers(): Record<string, string> {
    return { origin: this.#origin, cookie: this.#cookie, "anteroom-proof": this.#proof };
  }

  /** Calls an operation that is expected to work. */
  async do<T = Record<string, unknown>>(operation: string, input: object = {}): Promise<T> {
    const { status, json } = await this.post(operation, input);
    if (status !== 200) throw new Error(`${operation} answered ${status}: ${JSON.stringify(json)}`);
    return json as T;
  }

  /** Calls an operation whatever it answers; headers given here win. */
  async post(operation: string, input: object | string = {}, headers: Record<string, string> = {}) {
    const response = await fetch(`${this.#origin}/api/v1/${operation}`, {
      method: "POST",
      body: typeof input === "string" ? input : JSON.stringify(input),
      headers: { "content-type": "application/json", ...this.headers, ...headers },
    });
    const set = response.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
    if (set.length > 0) this.#cookie = set.join("; ");
    const text = await response.text();
    const json = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
    if (typeof json["proof"] === "string") this.#proof = json["proof"];
    return { status: response.status, json };
  }

  /** Opens a page of this person, as far as it is told what changes. */
  async openPage(): Promise<LivePage> {
    return await LivePage.open(this.#origin, this.#cookie);
  }

  /** What the card of a proposal shows. */
  async card(proposal_id: string): Promise<Card> {
    return await this.do<Card>("open_proposal", { proposal_id });
  }

  /** Approves a proposal as seen on its card, every file seen to its end. */
  async approve(proposal_id: string): Promise<{ room_id: string; instance_id: string }> {
    return await this.do("approve_proposal", approvalOf(await this.card(proposal_id)));
  }

  /** Approves a proposal, as seen on its card, as an update of the app that the card names. */
  async update(proposal_id: string): Promise<void> {
    const card = await this.card(proposal_id);
    const { instance_id, digest } = card.updates ?? {};
    await this.do("approve_proposal", {
      ...approvalOf(card),
      as: "update",
      updates: { instance_id, digest },
    });
  }

  /** Asks for changes to a proposal as seen on its card; returns the ids of the comments. */
  async requestChanges(proposal_id: string, comments: readonly object[]): Promise<string[]> {
    const approval = approvalOf(await this.card(proposal_id));
    return (await this.do<{ comment_ids: string[] }>("request_changes", { ...approval, comments }))
      .comment_ids;
  }

  async decline(proposal_id: string, reason?: string): Promise<void> {
    const { files_seen: _, ...seen } = approvalOf(await this.card(proposal_id));
    await this.do("decline_proposal", { ...seen, ...(reason !== undefined && { reason }) });
  }
}

export interface Card {
  readonly proposal_id: string;
  readonly name: string;
  readonly state: string;
  readonly revision: number;
  readonly digest: string;
  readonly runtime: string;
  readonly files: readonly { path: string; text: string }[];
  readonly updates?: { readonly instance_id: string; readonly digest: string };
}

/** The approval that a person sends who has seen every file of a card. */
export function approvalOf(card: Card) {
  const { proposal_id, revision, name, digest, runtime } = card;
  const files_seen = card.files.map(({ path }) => ({ path, how: "seen" }));
  return { proposal_id, revision, name, digest, runtime, files_seen };
}
