import type { Ports } from "../kernel/context.ts";
import type { InputOf, OutputOf } from "../kernel/operation.ts";
import {
  clearSharedData,
  deleteSharedValue,
  exportSharedData,
  openSharedData,
  readSharedData,
  restoreSharedData,
  setSharedValue,
} from "../app-data/contract.ts";
import { GRANTS } from "../rooms/contract.ts";
import { Review } from "./review.ts";
import type { Teammate } from "./team.ts";

/** Reads of the code what it asks for, by the words alone: the scan itself has tests of its own. */
export const READS_GRANTS: Pick<Ports, "checkFiles" | "readScan"> = {
  checkFiles: async (files) => {
    const text = Array.from(files.values()).join("\n");
    const grants = GRANTS.filter((grant) => text.includes(grant));
    return { diagnostics: [], scan: { report: JSON.stringify(grants), findings: 0, grants } };
  },
  readScan: (report) => ({
    capabilities: (JSON.parse(report) as string[]).map((name) => {
      return { capability: `test_${name}`, name, total: 1, places: [] };
    }),
    packages: 0,
    findings: [],
    totals: {},
  }),
};

/** Code that asks for shared data; its text tells versions apart. */
export function sharingCode(text = ""): Readonly<Record<string, string>> {
  return { "src/App.tsx": `// shared ${text}\nexport default () => null;` };
}

type Page = OutputOf<typeof readSharedData>;

/** An app in the owner's Room that keeps data for it, and a second member of that Room. */
export class Sharing implements AsyncDisposable {
  readonly review: Review;
  readonly member: Teammate;
  /** The app that is meant now. */
  instance_id: string;

  private constructor(review: Review, member: Teammate, instance_id: string) {
    this.review = review;
    this.member = member;
    this.instance_id = instance_id;
  }

  static async open(): Promise<Sharing> {
    const review = await Review.open(READS_GRANTS);
    const member = await review.team.join("member", { room: true });
    const sharing = new Sharing(review, member, "");
    await sharing.newApp("Votes");
    return sharing;
  }

  get owner(): Teammate {
    return this.review.owner;
  }

  get app() {
    return { room_id: this.review.room_id, instance_id: this.instance_id };
  }

  /** Another app that keeps data, which is meant from now on. */
  async newApp(name: string): Promise<void> {
    const proposal_id = await this.review.propose(this.member, sharingCode(name), name);
    this.instance_id = await this.review.approve(proposal_id);
  }

  async set(key: string, value: unknown, { who = this.owner, ...more }: By = {}): Promise<number> {
    const input = { ...this.app, key, value: JSON.stringify(value), ...more };
    return (await this.review.as(who, setSharedValue, input)).version;
  }

  async delete(key: string, { who = this.owner, ...more }: By = {}): Promise<number> {
    return (await this.review.as(who, deleteSharedValue, { ...this.app, key, ...more })).version;
  }

  async read(after = 0, who = this.owner): Promise<Page> {
    return await this.review.as(who, readSharedData, { ...this.app, after });
  }

  /** All that there is, by key; as a page reads it that knows nothing yet. */
  async all(): Promise<Record<string, unknown>> {
    const mirror = new Mirror();
    await mirror.follow(this);
    return Object.fromEntries(Array.from(mirror.values, ([key, text]) => [key, JSON.parse(text)]));
  }

  async open(who = this.owner) {
    return await this.review.as(who, openSharedData, this.app);
  }

  async export(who = this.owner) {
    return await this.review.as(who, exportSharedData, this.app);
  }

  async clear(who = this.owner) {
    return await this.review.as(who, clearSharedData, this.app);
  }

  async restore(from: Omit<InputOf<typeof restoreSharedData>, "room_id" | "instance_id">, who = this.owner) {
    await this.review.as(who, restoreSharedData, { ...this.app, ...from });
  }

  /** What the rows themselves say of the app. */
  async rows() {
    const { read } = this.review.team.house.ports.store;
    const of = { instance_id: this.instance_id };
    const [values, states, backups] = await Promise.all([
      read.selectFrom("shared_values").selectAll().where("instance_id", "=", of.instance_id).execute(),
      read.selectFrom("shared_state").selectAll().where("instance_id", "=", of.instance_id).execute(),
      read.selectFrom("shared_backups").selectAll().where("instance_id", "=", of.instance_id).execute(),
    ]);
    return { values, state: states[0], backups };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.review[Symbol.asyncDispose]();
  }
}

interface By {
  readonly who?: Teammate;
  readonly if_version?: number;
}

/** What a page keeps of an app's data, by what it is told. */
export class Mirror {
  readonly values = new Map<string, string>();
  version = 0;
  /** How often it was told to begin anew. */
  resets = 0;

  /** Reads one answer; returns whether there is more. */
  async step(sharing: Sharing): Promise<boolean> {
    const page = await sharing.read(this.version);
    if (page.reset) {
      this.values.clear();
      this.resets += 1;
    }
    for (const { key, value } of page.entries) {
      if (value === undefined) this.values.delete(key);
      else this.values.set(key, value);
    }
    this.version = page.version;
    return page.has_more;
  }

  async follow(sharing: Sharing): Promise<void> {
    while (await this.step(sharing));
  }
}
