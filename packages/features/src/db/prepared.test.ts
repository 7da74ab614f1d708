import { DatabaseSync } from "node:sqlite";
import path from "node:path";
import { type CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { crash } from "../../../server/src/database/testing/writes.fixture.ts";
import { openTestStore, type TestStore } from "../../../../tests/testkit/store.ts";
import { setUpWrite } from "../accounts/writes.ts";
import { createProjectWrite } from "../workspaces/writes.ts";
import { prepare, prepareRemembered } from "./prepared.ts";

let opened: TestStore;

beforeAll(async () => {
  opened = await openTestStore();
  const email = "owner@example.test";
  await opened.store.write(setUpWrite, {
    workspace_name: "Workspace",
    project_name: "General",
    owner: { name: "Owner", email, email_key: email, password_hash: "" },
  });
});
afterAll(async () => await opened[Symbol.asyncDispose]());

const projects = prepareRemembered((db, args: { name: string }) =>
  db.selectFrom("projects").select("name").where("name", "=", args.name),
);

async function count(name: string): Promise<number> {
  return (await projects(opened.store.read, { name })).rows.length;
}

test("a remembered query asks once while nothing changes, and answers anew after each acknowledged write", async () => {
  const first = projects(opened.store.read, { name: "Demo" });
  expect(projects(opened.store.read, { name: "Demo" })).toBe(first);
  expect(await count("Demo")).toBe(0);
  expect(await count("General")).toBe(1);
  const room = await opened.store.read.selectFrom("resources").selectAll().executeTakeFirstOrThrow();
  const { workspace_id, owner_id: person_id } = room;
  await opened.store.write(createProjectWrite, { workspace_id, name: "Demo", person_id });
  expect(await count("Demo")).toBe(1);
});

/** Commits a project as another process would. */
function addProjectBeside(folder: string, name: string): void {
  const other = new DatabaseSync(path.join(folder, "anteroom.sqlite"), { timeout: 5000 });
  other.prepare("insert into projects values ('work_other', ?, ?, '')").run(`proj_${name}`, name);
  other.close();
}

test("what another process commits is seen within a second", async () => {
  expect(await count("Other")).toBe(0);
  addProjectBeside(opened.folder, "Other");
  await expect.poll(async () => await count("Other"), { timeout: 5000 }).toBe(1);
});

test("what another process commits while the writer starts again is seen, though no writer was there to look", async () => {
  const writesModule = new URL("../../../server/src/database/testing/writes.fixture.ts", import.meta.url)
    .href;
  await using beside = await openTestStore({ writesModule });
  const named = async (name: string) => (await projects(beside.store.read, { name })).rows.length;
  const before = beside.database.dataVersion();
  expect(await named("Meanwhile")).toBe(0);
  await expect(beside.store.write(crash, { resource: "r", text: "lost" })).rejects.toThrow("unknown");
  expect(await named("Meanwhile")).toBe(0);
  addProjectBeside(beside.folder, "Meanwhile");
  await expect.poll(async () => await named("Meanwhile"), { timeout: 5000 }).toBe(1);
  // Whoever waits is woken too, though no signal tells of it.
  await expect.poll(() => beside.database.dataVersion(), { timeout: 5000 }).not.toBe(before);
  expect(await named("Meanwhile")).toBe(1);
});

test("rows that callers share cannot be changed by one of them", async () => {
  const { rows } = await projects(opened.store.read, { name: "General" });
  expect(() => rows.pop()).toThrow(TypeError);
  expect(() => Object.assign(rows[0] ?? {}, { name: "Other" })).toThrow(TypeError);
});

test("what is remembered is bounded by rows, whatever callers ask for", async () => {
  const many = prepareRemembered((db, args: { from: number }) => ({
    compile: (): CompiledQuery<{ n: number }> =>
      sql<{ n: number }>`with recursive t(n) as (select ${args.from} union all select n + 1 from t limit 6000)
        select n from t`.compile(db),
  }));
  const first = many(opened.store.read, { from: 1 });
  expect((await first).rows).toHaveLength(6000);
  expect(many(opened.store.read, { from: 1 })).toBe(first);
  await many(opened.store.read, { from: 2 });
  expect(many(opened.store.read, { from: 1 })).not.toBe(first);
});

test("what is asked for with an argument longer than any of ours is not remembered", () => {
  const [name, long] = ["a".repeat(100), "a".repeat(100_000)];
  expect(projects(opened.store.read, { name })).toBe(projects(opened.store.read, { name }));
  expect(projects(opened.store.read, { name: long })).not.toBe(projects(opened.store.read, { name: long }));
});

test("one prepared query serves different arguments, in whatever order they are given", async () => {
  const named = prepare((db, args: { workspace_id: string; name: string }) =>
    db
      .selectFrom("projects")
      .select("project_id")
      .where("name", "=", args.name)
      .where("workspace_id", "=", args.workspace_id),
  );
  const { workspace_id } = await opened.store.read
    .selectFrom("workspaces")
    .selectAll()
    .executeTakeFirstOrThrow();
  const general = await named(opened.store.read, { workspace_id, name: "General" });
  const demo = await named(opened.store.read, { name: "Demo", workspace_id });
  expect(general.rows).toHaveLength(1);
  expect(demo.rows).toHaveLength(1);
  expect(general.rows).not.toEqual(demo.rows);
});
