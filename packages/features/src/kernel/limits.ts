import { LIMITS } from "@anteroom/app-format";
import type { Ports } from "./context.ts";

/** The limits that read_connection and read_room publish. */
export function publishedLimits(ports: Pick<Ports, "pendingLimit">) {
  const { files, file_bytes, snippet_bytes, path_bytes } = LIMITS;
  return { files, file_bytes, snippet_bytes, path_bytes, pending_proposals: ports.pendingLimit };
}
