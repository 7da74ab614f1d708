/** The launcher and the code that stands behind it. */

export interface AppRow {
  workspace_id: string;
  room_id: string;
  instance_id: string;
  name: string;
  /** The name as compared, and the name as first proposed: by either an agent's next proposal finds it. */
  name_key: string;
  proposed_key: string;
  /** Whose agent proposed it: only that person's agents propose its updates. */
  person_id: string;
  /** The line of revisions that it runs one of. */
  line_id: string;
  kind: "snippet";
  proposal_id: string;
  revision: number;
  digest: string;
  runtime: string;
  /** JSON array: what it was approved with, see GRANTS. */
  grants: string;
  /** Order in the tab bar: at first the sequence of the event that created the app; any number once it was moved. */
  position: number;
  created_at: string;
  /** When it was taken out of the launcher, and by whom; an approved version can be put back. */
  removed_at: string | null;
  removed_by: string | null;
}

/** A set of files by its digest; the same files are kept once in a workspace. */
export interface SourceRow {
  workspace_id: string;
  digest: string;
  /** JSON object: path to text. */
  files: string;
  /** What the scan of them reported; null for those from before there was one. */
  scan: string | null;
}

export interface RoomTables {
  apps: AppRow;
  sources: SourceRow;
}
