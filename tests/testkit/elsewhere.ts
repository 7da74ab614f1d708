import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * A further workspace with one project, which this person leads: made behind the server's back, since no
 * operation makes one yet.
 */
export function makeElsewhere(data: string, person_id: string): { workspace_id: string; project_id: string } {
  const made = { workspace_id: "ws_elsewhere", project_id: "proj_elsewhere" };
  const { workspace_id, project_id } = made;
  const database = new DatabaseSync(join(data, "anteroom.sqlite"), { timeout: 5000 });
  const at = new Date().toISOString();
  const add = (table: string, row: Readonly<Record<string, string>>) =>
    database
      .prepare(
        `insert into ${table} (${Object.keys(row).join()}) values (${Object.keys(row).fill("?").join()})`,
      )
      .run(...Object.values(row));
  add("workspaces", { workspace_id, name: "Elsewhere", created_at: at });
  add("members", { workspace_id, person_id, role: "owner", joined_at: at });
  add("projects", { workspace_id, project_id, name: "Elsewhere", created_at: at });
  add("project_members", { workspace_id, project_id, person_id, joined_at: at });
  database.close();
  return made;
}
