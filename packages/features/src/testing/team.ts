import type { Ports } from "../kernel/context.ts";
import type { Role } from "../workspaces/tables.ts";
import { House, type SignedIn } from "./house.ts";

export interface Teammate extends SignedIn {
  readonly person_id: string;
  readonly name: string;
}

/** A house with its first workspace, Room and owner, and whoever joins them. */
export class Team implements AsyncDisposable {
  readonly house: House;
  readonly owner: Teammate;
  readonly workspace_id: string;
  readonly project_id: string;
  /** The owner's Room. */
  readonly room_id: string;
  #count = 0;

  private constructor(parts: Pick<Team, "house" | "owner" | "workspace_id" | "project_id" | "room_id">) {
    this.house = parts.house;
    this.owner = parts.owner;
    this.workspace_id = parts.workspace_id;
    this.project_id = parts.project_id;
    this.room_id = parts.room_id;
  }

  /** `ports` is what the server lends otherwise than usual. */
  static async open(ports: Partial<Ports> = {}): Promise<Team> {
    const house = await House.open({ ports });
    const owner = { ...(await house.setUp()), name: "Owner" };
    const {
      workspace_id,
      project_id,
      resource_id: room_id,
    } = await house.ports.store.read
      .selectFrom("resources")
      .select(["workspace_id", "project_id", "resource_id"])
      .executeTakeFirstOrThrow();
    return new Team({ house, owner, workspace_id, project_id, room_id });
  }

  /** Calls an operation as one of them. */
  async call<T = Record<string, unknown>>(who: SignedIn, name: string, input: object): Promise<T> {
    return await this.house.call<T>(name, input, { ...who });
  }

  /** Somebody new in the workspace, with this role, and in the owner's Room if wanted. */
  async join(role: Role, { room = false } = {}): Promise<Teammate> {
    const invited = role === "owner" ? "admin" : role;
    const secret = await this.invite(this.owner, { role: invited, ...(room && { room_id: this.room_id }) });
    const joined = await this.accept(secret);
    if (role === "owner") await this.changeRole(this.owner, joined, role);
    return joined;
  }

  /** A link into the workspace; returns its secret. */
  async invite(by: SignedIn, wanted: { role: Role; room_id?: string; days?: number }): Promise<string> {
    const { workspace_id } = this;
    const { link } = await this.call<{ link: string }>(by, "invite_to_workspace", {
      workspace_id,
      ...wanted,
    });
    return new URL(link).hash.slice(1);
  }

  /** Joins by a link's secret as somebody new. */
  async accept(secret: string): Promise<Teammate> {
    this.#count += 1;
    const name = `Person ${this.#count}`;
    const email = `person${this.#count}@example.test`;
    const kept: { secret?: string; proof?: string } = {};
    await this.house.call("accept_invitation", { secret, name, email, password: "a long sentence" }, kept);
    const signedIn = { secret: kept.secret ?? "", proof: kept.proof ?? "" };
    const home = await this.call<{ person: { person_id: string } }>(signedIn, "open_home", {});
    return { ...signedIn, name, person_id: home.person.person_id };
  }

  async changeRole(by: SignedIn, { person_id }: Teammate, role: Role): Promise<void> {
    await this.call(by, "change_role", { workspace_id: this.workspace_id, person_id, role });
  }

  async remove(by: SignedIn, { person_id }: Teammate, successor?: Teammate): Promise<void> {
    const { workspace_id } = this;
    const heir = successor && { successor_id: successor.person_id };
    await this.call(by, "remove_member", { workspace_id, person_id, ...heir });
  }

  async makeRoom(by: SignedIn, name: string): Promise<string> {
    const { project_id } = this;
    return (await this.call<{ room_id: string }>(by, "create_room", { project_id, name })).room_id;
  }

  /** The role of somebody now, if any. */
  async roleOf({ person_id }: Teammate): Promise<Role | undefined> {
    const { workspace_id } = this;
    const row = await this.house.ports.store.read
      .selectFrom("members")
      .select("role")
      .where("workspace_id", "=", workspace_id)
      .where("person_id", "=", person_id)
      .executeTakeFirst();
    return row?.role;
  }

  /** Who owns a Room now. */
  async ownerOf(room_id: string): Promise<string> {
    const { owner_id } = await this.house.ports.store.read
      .selectFrom("resources")
      .select("owner_id")
      .where("resource_id", "=", room_id)
      .executeTakeFirstOrThrow();
    return owner_id;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.house[Symbol.asyncDispose]();
  }
}
