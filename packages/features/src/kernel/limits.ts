import { LIMITS } from "@anteroom/app-format";
import type { Ports } from "./context.ts";

/** New source that one connection may propose, in bytes; all of it is kept. */
export const SOURCE_BYTES_AN_HOUR = 64 * LIMITS.snippet_bytes;

/** The limits that read_connection and read_room publish; one that is switched off is absent. */
export function publishedLimits(ports: Pick<Ports, "pendingLimit">) {
  const { files, file_bytes, snippet_bytes, path_bytes } = LIMITS;
  const pending = ports.pendingLimit > 0 && { pending_proposals: ports.pendingLimit };
  return {
    files,
    file_bytes,
    snippet_bytes,
    path_bytes,
    source_bytes_an_hour: SOURCE_BYTES_AN_HOUR,
    ...pending,
  };
}
