import { hash } from "node:crypto";
import { firstRuntimeVersion, POLICY_VERSION, runtimeVersion } from "@anteroom/sandbox/policy";
import { readKept, type RuntimeFiles, VERSION } from "./runtime-files.ts";

/**
 * Why what a data folder keeps as this runtime is not what the version names; undefined where it is. The version is
 * made of the files themselves, so the description that lies beside them need not be believed.
 */
export async function runtimeProblem(kept: string, version: string): Promise<string | undefined> {
  if (!VERSION.test(version)) return "its runtime is none";
  const runtime = await readKept(kept, version);
  if (!runtime) return `its runtime ${version} is not whole in the data folder`;
  // Which version of the headers it was built with is not kept; those that ever were are few.
  const policies = Array.from({ length: POLICY_VERSION }, (_, before) => before + 1);
  if (!policies.some((policy) => versionOf(runtime, policy) === version)) {
    return `its runtime ${version} is not the one that was approved: its files were changed`;
  }
  return allowsOnlyItsOwn(runtime)
    ? undefined
    : `its runtime ${version} lets in other scripts than its own: its description was changed`;
}

function versionOf({ description, bytes }: RuntimeFiles, policy: number): string {
  const sha256 = (text: string | Buffer): string => hash("sha256", text);
  if (description.files === undefined) {
    const [frame, compiler] = ["frame.html", "compile.js"].map((name) => textOf(bytes.get(name)));
    return firstRuntimeVersion({ frame: frame ?? "", compiler: compiler ?? "", policy }, sha256);
  }
  const files = Object.fromEntries(Array.from(bytes, ([name, body]) => [name, sha256(body)]));
  return runtimeVersion({ files, policy }, sha256);
}

/** Whether the frame's policy lets in no scripts but those that stand in the frame. */
function allowsOnlyItsOwn({ description, bytes }: RuntimeFiles): boolean {
  const frame = textOf(bytes.get("frame.html")) ?? "";
  const own = Array.from(
    frame.matchAll(/<script[^>]*>(.*?)<\/script>/gsu),
    ([, script = ""]) => `sha256-${hash("sha256", script, "base64")}`,
  );
  const { scriptHashes }: { scriptHashes: unknown } = description;
  return Array.isArray(scriptHashes) && scriptHashes.every((one) => own.includes(String(one)));
}

/** Undefined for bytes that are no text, of which several sorts would read alike. */
function textOf(bytes: Buffer | undefined): string | undefined {
  const text = bytes?.toString("utf8");
  return text !== undefined && bytes?.equals(Buffer.from(text)) ? text : undefined;
}
