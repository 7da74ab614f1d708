import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { POLICY_VERSION, runtimeVersion } from "@anteroom/sandbox/policy";
import { VERSION } from "./runtime.ts";

/**
 * Why what a data folder keeps as this runtime is not what the version names; undefined where it is. The version is
 * made of the files themselves, so the description that lies beside them need not be believed.
 */
export async function runtimeProblem(kept: string, version: string): Promise<string | undefined> {
  if (!VERSION.test(version)) return "its runtime is none";
  const [frame, compiler, description] = await Promise.all(
    ["frame.html", "compile.js", "runtime.json"].map((name) => readText(join(kept, version, name))),
  );
  if (frame === undefined || compiler === undefined || description === undefined) {
    return `its runtime ${version} is not whole in the data folder`;
  }
  // Which version of the headers it was built with is not kept; those that ever were are few.
  const policies = Array.from({ length: POLICY_VERSION }, (_, before) => before + 1);
  const named = policies.some(
    (policy) => runtimeVersion({ frame, compiler, policy }, (text) => hash("sha256", text)) === version,
  );
  if (!named) return `its runtime ${version} is not the one that was approved: its files were changed`;
  return allowsOnly(scriptHash(frame), description)
    ? undefined
    : `its runtime ${version} lets in other scripts than its own: its description was changed`;
}

/** Undefined for what is no text or not there. */
async function readText(path: string): Promise<string | undefined> {
  const bytes = await readFile(path).catch(() => undefined);
  const text = bytes?.toString("utf8");
  return text !== undefined && bytes?.equals(Buffer.from(text)) ? text : undefined;
}

/** The hash by which the frame's policy lets its one script in. */
function scriptHash(frame: string): string {
  const [, script = ""] = /<script[^>]*>(.*?)<\/script>/su.exec(frame) ?? [];
  return `sha256-${hash("sha256", script, "base64")}`;
}

function allowsOnly(allowed: string, description: string): boolean {
  try {
    const { scriptHashes } = JSON.parse(description) as { scriptHashes?: unknown };
    return Array.isArray(scriptHashes) && scriptHashes.every((one) => one === allowed);
  } catch {
    return false;
  }
}
