/** One value that an app keeps for its Room. */
export interface SharedValueRow {
  workspace_id: string;
  instance_id: string;
  key: string;
  /** JSON text; null for one that was deleted, which stays to be told of. */
  value: string | null;
  /** The app's version at which it was written. */
  version: number;
  bytes: number;
  person_id: string;
  updated_at: string;
}

/** Where an app's shared data stands. Without a row it was never used. */
export interface SharedStateRow {
  workspace_id: string;
  room_id: string;
  instance_id: string;
  /** Grows with each change; no two values have the same one. */
  version: number;
  /** Who read up to before this version begins anew: what went then is told no more. No value is this old. */
  reset_version: number;
  keys: number;
  bytes: number;
  /** Values that were deleted and are still told of. */
  deleted: number;
}

/** What stood before everything was cleared or replaced. */
export interface SharedBackupRow {
  workspace_id: string;
  instance_id: string;
  backup_id: string;
  why: "cleared" | "restored";
  /** JSON object: key to value, each as JSON text. */
  entries: string;
  keys: number;
  bytes: number;
  person_name: string;
  created_at: string;
  erase_at: string;
}

export interface AppDataTables {
  shared_values: SharedValueRow;
  shared_state: SharedStateRow;
  shared_backups: SharedBackupRow;
}
