import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AgentContext } from "../kernel/context.ts";
import { authBounds, authenticateBearer, issueApiToken, type WantedApiToken } from "./index.ts";
import { House, OWNER, type SignedIn } from "../testing/house.ts";

let house: House;
let owner: SignedIn & { person_id: string };

beforeAll(async () => {
  house = await House.open();
  owner = await house.setUp();
});
afterAll(async () => {
  await house[Symbol.asyncDispose]();
});

async function issue(changes: Partial<WantedApiToken> = {}) {
  return await issueApiToken(house.ports.store, {
    email: OWNER.email,
    scopes: ["osfoundry:read", "osfoundry:write"],
    ...changes,
  });
}

describe("an API token", () => {
  test("acts for its person for 90 days, seated in all of the person's projects (token-3)", async () => {
    const { workspace_id } = await house.ports.store.read
      .selectFrom("workspaces")
      .selectAll()
      .executeTakeFirstOrThrow();
    house.sql("insert into projects values (?, 'proj_second', 'Second', '2999-01-01')", workspace_id);
    house.sql(
      "insert into project_members values (?, 'proj_second', ?, '2026-02-01')",
      workspace_id,
      owner.person_id,
    );
    const { token, token_id, connection_id, expires_at } = await issue({ label: "Nightly\njob" });
    expect(token_id).toBe(connection_id);
    expect(await authenticateBearer(house.ports, token)).toEqual({
      kind: "agent",
      workspace_id,
      connection_id,
      person_id: owner.person_id,
      client_name: "Nightly job",
      scopes: ["osfoundry:read", "osfoundry:write"],
    });
    const ends = Date.parse(expires_at) / 1000;
    expect(ends - Date.now() / 1000).toBeCloseTo(90 * 86_400, -2);
    expect(await authenticateBearer(house.ports, token, ends - 1)).toBeDefined();
    expect(await authenticateBearer(house.ports, token, ends + 1)).toBeUndefined();
    const list = await house.call<{ connections: object[] }>("list_connections", {}, { ...owner });
    expect(list.connections).toContainEqual(
      expect.objectContaining({
        connection_id,
        kind: "token",
        expires_at,
        projects: [expect.objectContaining({ name: "General" }), expect.objectContaining({ name: "Second" })],
      }),
    );
    expect(house.stored()).not.toContain(token);
  });

  test("may be narrowed to one project and one scope", async () => {
    const { token, connection_id } = await issue({ scopes: ["osfoundry:read"], project: "General" });
    expect((await authenticateBearer(house.ports, token))?.scopes).toEqual(["osfoundry:read"]);
    const seats = await house.ports.store.read
      .selectFrom("seats")
      .selectAll()
      .where("connection_id", "=", connection_id)
      .execute();
    expect(seats).toHaveLength(1);
  });

  test("tells its holder where it is and what it may", async () => {
    const principal = await authenticateBearer(house.ports, (await issue()).token);
    const bound = authBounds.find(({ operation }) => operation.name === "read_connection");
    const context = { ...house.ports, principal } as AgentContext;
    expect(await bound?.handler(context as never, {} as never)).toMatchObject({
      workspace: { workspace_id: principal?.workspace_id, name: "Workshop" },
      person: { name: "Owner" },
      scopes: ["osfoundry:read", "osfoundry:write"],
      limits: { files: 100, pending_proposals: 20 },
    });
  });

  test("is over at once when its connection is revoked (token-2)", async () => {
    const { token, connection_id } = await issue();
    await house.call("revoke_connection", { connection_id }, { ...owner });
    expect(await authenticateBearer(house.ports, token)).toBeUndefined();
  });

  test.each([
    ["nobody's email", { email: "nobody@example.test" }, "email"],
    ["no scope", { scopes: [] }, "scopes"],
    ["an unknown scope", { scopes: ["osfoundry:read", "osfoundry:admin"] }, "scopes"],
    ["a workspace that the person is not in", { workspace: "Elsewhere" }, "workspace"],
    ["a project that the person is not in", { project: "Secret" }, "project"],
  ])("is refused for %s", async (_, changes, where) => {
    await expect(issue(changes)).rejects.toMatchObject({ body: { code: "invalid_arguments", where } });
  });

  test("of a person in several workspaces needs one of them named", async () => {
    house.sql(
      "insert into workspaces (workspace_id, name, created_at, confirm_minutes) values ('ws_second', 'Second', '2026-01-01', 0)",
    );
    house.sql("insert into members values ('ws_second', ?, 'member', '2026-01-01')", owner.person_id);
    await expect(issue()).rejects.toMatchObject({
      body: { where: "workspace", message: expect.stringContaining("ws_second") },
    });
    await expect(issue({ workspace: "ws_second" })).rejects.toMatchObject({
      body: { message: expect.stringContaining("no project") },
    });
    expect((await issue({ workspace: "Workshop" })).token).toMatch(/^anr_/);
  });
});

test.each(["", "anr_", `anr_${"x".repeat(43)}`, "x".repeat(43), "x".repeat(100_000), "Bearer x"])(
  "nobody calls with %j",
  async (secret) => {
    expect(await authenticateBearer(house.ports, secret)).toBeUndefined();
  },
);
