/** The file that every app starts from. A proposal must hold it, byte for byte this path. */
export const ENTRY = "src/App.tsx";

/**
 * What one app may be at most; each figure is still allowed. Published to agents as they stand here.
 *
 * - `files`: files of a snippet; `file_bytes`, `snippet_bytes`: UTF-8 bytes of one content, of all contents.
 * - `path_bytes`, `segment_bytes`: UTF-8 bytes of the NFC path, of one part of it between slashes.
 * - `path_depth`: parts of a path, the file's own name counted.
 * - `name_code_points`: length of an app's name as JSON Schema counts it.
 * - `advise_repository_over_files`: above it nothing is refused, but a repository is the better home.
 */
export const LIMITS = {
  files: 100,
  file_bytes: 262_144,
  snippet_bytes: 1_048_576,
  path_bytes: 1024,
  segment_bytes: 255,
  path_depth: 16,
  name_code_points: 200,
  advise_repository_over_files: 6,
} as const;
