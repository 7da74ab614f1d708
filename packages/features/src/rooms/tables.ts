/** The launcher and the code that stands behind it. */

export interface AppRow {
  workspace_id: string;
  room_id: string;
  instance_id: string;
  name: string;
  /** The name as compared: two apps of a Room never share one. */
  name_key: string;
  kind: "snippet";
  proposal_id: string;
  revision: number;
  digest: string;
  runtime: string;
  /** Order in the tab bar: the sequence of the event that created the app. */
  position: number;
  created_at: string;
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
