import { normaliseName } from "@anteroom/app-format";
import { bind, type PersonContext } from "../kernel/context.ts";
import { Refusal } from "../kernel/errors.ts";
import type { InputOf } from "../kernel/operation.ts";
import { findSource, reachRoom, reachStandingApp, readSource } from "../rooms/index.ts";
import { reviewUrl } from "./answers.ts";
import * as contract from "./apps-contract.ts";
import { scanCompiling } from "./compiling.ts";
import { copyAppWrite, nowhereToCopy } from "./copy-writes.ts";
import { notAsApproved } from "./history-writes.ts";
import { sendToAgentWrite } from "./request-writes.ts";

// What the members of a Room do with an app that runs there, besides using it.

async function sendToAgent({ principal, store }: PersonContext, input: InputOf<typeof contract.sendToAgent>) {
  if (input.body.trim() === "") {
    throw new Refusal({ code: "invalid_arguments", message: "A message says something.", where: "body" });
  }
  return await store.write(sendToAgentWrite, { ...input, principal });
}

/** What was approved on an older runtime is checked anew: it is proposed for the runtime of now. */
async function copyApp(context: PersonContext, input: InputOf<typeof contract.copyApp>) {
  const { principal, store } = context;
  const { to_room_id, ...app } = input;
  const from = { ...app, principal };
  const { app: running, room } = await reachStandingApp(store.read, from);
  const to = await reachRoom(store.read, principal, to_room_id);
  if (to.workspace_id !== room.workspace_id) throw nowhereToCopy();
  const { name, digest } = running;
  const source = await findSource(store.read, running.workspace_id, digest);
  const read = readSource(source?.files, digest);
  if (!read) throw notAsApproved();
  const scan = await scanCompiling(context, read.files, {
    caller: principal.person_id,
    hint: "It runs here on an older runtime. Ask its agent for a version that fits the runtime of now, then copy that.",
  });
  const { proposal_id } = await store.write(copyAppWrite, {
    from,
    proposal: {
      room_id: to_room_id,
      name,
      name_key: normaliseName(name),
      digest,
      files_count: read.files.size,
      bytes: read.manifest.reduce((sum, file) => sum + file.bytes, 0),
      files: JSON.stringify(Object.fromEntries(read.files)),
      scan: scan ?? null,
      runtime: context.runtime.version,
      pending_limit: context.pendingLimit,
    },
  });
  return { proposal_id, review_url: reviewUrl(context.origin, proposal_id) };
}

export const appBounds = [bind(contract.sendToAgent, sendToAgent), bind(contract.copyApp, copyApp)];
