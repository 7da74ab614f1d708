import { useMutation, useQueryClient, type UseMutationResult } from "@tanstack/react-query";
import type {
  ConsentDecision,
  ConsentRequest,
  PersonInputs,
  PersonOperationName,
  PersonOutputs,
} from "@anteroom/client";
import { client } from "./client.ts";
import { whenConfirmed } from "./confirmation.ts";
import { keys } from "./keys.ts";
import { answerByPasskey } from "./passkeys.ts";

export type Deed<Name extends PersonOperationName> = UseMutationResult<
  PersonOutputs[Name],
  Error,
  PersonInputs[Name]
>;

/**
 * A mutation of one operation, which refetches what it changed. It waits for the fresh answers, so that a
 * dialog closes onto a page that already shows the outcome. Never retried: the person sees what happened. Where
 * the server first wants a confirmation, the person is asked, and the deed goes on.
 */
export function useDeed<Name extends PersonOperationName>(
  name: Name,
  changed: (input: PersonInputs[Name]) => readonly (readonly string[])[],
): Deed<Name> {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: PersonInputs[Name]) => whenConfirmed(() => client.call(name, input)),
    onSettled: async (_output, _error, input) => {
      await Promise.all(changed(input).map((queryKey) => cache.invalidateQueries({ queryKey })));
    },
  });
}

export interface Approval {
  readonly seen: PersonInputs["approve_proposal"];
  /** The person's passkey confirms it. */
  readonly confirms: boolean;
  /** Called when the browser begins to ask for the passkey. */
  readonly onAsked: () => void;
}

async function approve({ seen, confirms, onAsked }: Approval): Promise<PersonOutputs["approve_proposal"]> {
  const { files_seen: _, ...bound } = seen;
  const passkey = confirms ? (await client.call("begin_approval", bound)).passkey : undefined;
  if (!passkey) return await client.call("approve_proposal", seen);
  onAsked();
  return await client.call("approve_proposal", { ...seen, ...(await answerByPasskey(passkey)) });
}

/**
 * Approves exactly what was seen, confirmed by the passkey of who has one. `conflict_state` if any of it is no
 * longer true; `PasskeyError` if no passkey answered, and nothing was decided.
 */
export function useApprove(): UseMutationResult<PersonOutputs["approve_proposal"], Error, Approval> {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: approve,
    onSettled: async (_output, _error, { seen }) => {
      const changed = [keys.approvals, keys.proposal(seen.proposal_id), keys.rooms];
      await Promise.all(changed.map((queryKey) => cache.invalidateQueries({ queryKey })));
    },
  });
}

/** Declines exactly what was seen, with an optional reason for the agent. */
export function useDecline(): Deed<"decline_proposal"> {
  return useDeed("decline_proposal", (input) => [keys.approvals, keys.proposal(input.proposal_id)]);
}

/** Sends comments on exactly what was seen, and sends the proposal back with them. */
export function useRequestChanges(): Deed<"request_changes"> {
  return useDeed("request_changes", (input) => [keys.approvals, keys.proposal(input.proposal_id)]);
}

/** Answers in the thread of a comment, which stands on every card of its line of revisions. */
export function useReplyToComment(): Deed<"reply_to_comment"> {
  return useDeed("reply_to_comment", () => [keys.proposals]);
}

/** Marks a comment as resolved, or opens it again. */
export function useResolveComment(): Deed<"resolve_comment"> {
  return useDeed("resolve_comment", () => [keys.proposals]);
}

/** Asks whether a trial of exactly what was seen may be opened, which the audit log tells of. */
export function useBeginPreview(): Deed<"begin_preview"> {
  return useDeed("begin_preview", () => [keys.audits]);
}

/** Ends a connection of this person at once. */
export function useRevokeConnection(): Deed<"revoke_connection"> {
  return useDeed("revoke_connection", () => [keys.connections, keys.approvals]);
}

/** Makes a project in a workspace. */
export function useCreateProject(): Deed<"create_project"> {
  return useDeed("create_project", () => [keys.home]);
}

/** Makes a Room in a project; who makes it owns it. */
export function useCreateRoom(): Deed<"create_room"> {
  return useDeed("create_room", () => [keys.home]);
}

/** Lets a person of the workspace into a Room. */
export function useAddRoomMember(): Deed<"add_room_member"> {
  return useDeed("add_room_member", (input) => [keys.members(input.room_id), keys.room(input.room_id)]);
}

/** Takes a member out of a Room. */
export function useRemoveRoomMember(): Deed<"remove_room_member"> {
  return useDeed("remove_room_member", (input) => [
    keys.members(input.room_id),
    keys.room(input.room_id),
    keys.home,
  ]);
}

type DoorName = "sign_in" | "finish_sign_in" | "reset_password" | "set_up" | "accept_invitation";

/** Signs in, sets up or joins: what was kept for nobody, or for somebody else, is dropped. */
export function useDoor<Name extends DoorName>(name: Name): Deed<Name> {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: PersonInputs[Name]) => client.call(name, input),
    onSuccess: () => cache.removeQueries({ type: "inactive" }),
    meta: { signedOut: "stay" },
  });
}

/** Signs in by email and password, or answers with a second step; `wrong_credentials` if they do not match. */
export const useSignIn = (): Deed<"sign_in"> => useDoor("sign_in");
/** Makes the first workspace and its owner; `wrong_credentials` once the link is over. */
export const useSetUp = (): Deed<"set_up"> => useDoor("set_up");
/** Joins by an invitation, as who is signed in or as somebody new; `not_found` once it is over. */
export const useAcceptInvitation = (): Deed<"accept_invitation"> => useDoor("accept_invitation");

/**
 * Ends this browser's sign-in and goes to `place` by a whole load, so that nothing kept in the page outlives
 * the sign-in.
 */
export function useSignOut(place = "/sign-in"): Deed<"sign_out"> {
  return useMutation({
    mutationFn: (input: PersonInputs["sign_out"]) => client.call("sign_out", input),
    onSuccess: () => location.replace(place),
  });
}

/** Answers an OAuth request. */
export function useDecideConsent(
  uid: string,
): UseMutationResult<{ readonly redirect_to: string }, Error, ConsentDecision> {
  return useMutation({
    mutationFn: (decision: ConsentDecision) => client.decideConsent(uid, decision),
    meta: { signedOut: "stay" },
  });
}

/** Looks a device's code up. A deed and no query: each look counts against the tries that a person has. */
export function useReadDevice(): UseMutationResult<ConsentRequest, Error, string> {
  return useMutation({
    mutationFn: (userCode: string) => client.readDevice(userCode),
    meta: { signedOut: "stay" },
  });
}

/** Answers a device. */
export function useDecideDevice(userCode: string): UseMutationResult<void, Error, ConsentDecision> {
  return useMutation({
    mutationFn: (decision: ConsentDecision) => client.decideDevice(userCode, decision),
    meta: { signedOut: "stay" },
  });
}
