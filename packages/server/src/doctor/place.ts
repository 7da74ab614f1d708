import { hash } from "node:crypto";
import { frameHeaders } from "@anteroom/sandbox/policy";
import type { AppHosts } from "../app-hosts.ts";
import { readBuilt } from "../runtime-files.ts";
import { BUILT } from "../runtime.ts";

/** Where a server is, by its settings. */
export interface Place {
  readonly origin: string;
  readonly apps: AppHosts | undefined;
}

/** The document that every app's frame begins with, as it should come from the server. */
export interface FrameFile {
  /** Its address without the origin. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 in hex. */
  readonly sha256: string;
}

/** The frame's document of the runtime that was built; undefined where none was. */
export async function currentFrame(origin: string): Promise<FrameFile | undefined> {
  const built = await readBuilt(BUILT);
  const body = built?.bytes.get("frame.html");
  if (!built || !body) return undefined;
  const { version, scriptHashes } = built.description;
  return {
    path: `/rt/${version}/frame.html`,
    headers: frameHeaders({ origin, scriptHashes }),
    sha256: hash("sha256", body),
  };
}
