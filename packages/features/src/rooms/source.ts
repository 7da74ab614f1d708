import { hash } from "node:crypto";
import { type AppFiles, digestOf, manifestOf, readFiles } from "@anteroom/app-format";

const sha256 = (text: string) => hash("sha256", text);

/**
 * The files of a stored source (JSON, path to text) if they are those of the digest, computed anew; undefined
 * where somebody changed the one or the other behind the server's back.
 */
export function filesOfSource(source: string | undefined, digest: string): AppFiles | undefined {
  const read = readFiles(JSON.parse(source ?? "{}") as Record<string, string>);
  const holds = read.ok && digestOf(manifestOf(read.files, sha256), sha256) === digest;
  return holds ? read.files : undefined;
}
