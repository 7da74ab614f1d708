import { useMutation, useQueryClient, type UseMutationResult } from "@tanstack/react-query";
import type { ConsentDecision, PersonInputs, PersonOperationName, PersonOutputs } from "@anteroom/client";
import { client } from "./client.ts";
import { keys } from "./keys.ts";

type Deed<Name extends PersonOperationName> = UseMutationResult<
  PersonOutputs[Name],
  Error,
  PersonInputs[Name]
>;

/**
 * A mutation of one operation, which refetches what it changed. It waits for the fresh answers, so that a
 * dialog closes onto a page that already shows the outcome. Never retried: the person sees what happened.
 */
function useDeed<Name extends PersonOperationName>(
  name: Name,
  changed: (input: PersonInputs[Name]) => readonly (readonly string[])[],
): Deed<Name> {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: PersonInputs[Name]) => client.call(name, input),
    onSettled: async (_output, _error, input) => {
      await Promise.all(changed(input).map((queryKey) => cache.invalidateQueries({ queryKey })));
    },
  });
}

/** Approves exactly what was seen. `conflict_state` if any of it is no longer true. */
export function useApprove(): Deed<"approve_proposal"> {
  return useDeed("approve_proposal", (input) => [
    keys.approvals,
    keys.proposal(input.proposal_id),
    keys.rooms,
  ]);
}

/** Declines exactly what was seen, with an optional reason for the agent. */
export function useDecline(): Deed<"decline_proposal"> {
  return useDeed("decline_proposal", (input) => [keys.approvals, keys.proposal(input.proposal_id)]);
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

/** Makes a link that is shown once. */
export function useInviteToRoom(): Deed<"invite_to_room"> {
  return useDeed("invite_to_room", () => []);
}

/** Signs in, sets up or joins: what was kept for nobody, or for somebody else, is dropped. */
function useDoor<Name extends "sign_in" | "set_up" | "accept_invitation">(name: Name): Deed<Name> {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: PersonInputs[Name]) => client.call(name, input),
    onSuccess: () => cache.removeQueries({ type: "inactive" }),
    meta: { signedOut: "stay" },
  });
}

/** Signs in by email and password; `wrong_credentials` if they do not match. */
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
