import { DatabaseSync } from "node:sqlite";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestStore, type TestStore } from "../../../../tests/testkit/store.ts";
import { setUpWrite } from "../auth/writes.ts";
import { seedDemoWrite } from "../workspaces/writes.ts";
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
  await opened.store.write(seedDemoWrite, {});
  expect(await count("Demo")).toBe(1);
});

test("what another process commits is seen within a second", async () => {
  const room = await opened.store.read.selectFrom("projects").selectAll().executeTakeFirstOrThrow();
  expect(await count("Other")).toBe(0);
  const other = new DatabaseSync(path.join(opened.folder, "anteroom.sqlite"), { timeout: 5000 });
  other.prepare("insert into projects values (?, 'proj_other', 'Other', '')").run(room.workspace_id);
  other.close();
  await expect.poll(async () => await count("Other"), { timeout: 5000 }).toBe(1);
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
