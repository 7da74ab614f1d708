import { queryOptions, useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { ConsentRequest, PersonOutputs } from "@anteroom/client";
import { client } from "./client.ts";
import { keys } from "./keys.ts";

export type Home = PersonOutputs["open_home"];
export type Workspace = Home["workspaces"][number];
export type Project = Workspace["projects"][number];
export type Approvals = PersonOutputs["list_needs_approval"];
export type ApprovalRow = Approvals["waiting"][number];
export type Proposal = PersonOutputs["open_proposal"];
export type Room = PersonOutputs["open_room"];
export type RoomApp = Room["apps"][number];
export type App = PersonOutputs["open_app"];
export type Connections = PersonOutputs["list_connections"];
export type Connection = Connections["connections"][number];
export type RoomMembers = PersonOutputs["list_room_members"];
export type Invitation = PersonOutputs["read_invitation"];

/** How often to look at what no event tells: whether agents still hold calls open, and how long they are silent. */
const UNTOLD_MS = 20_000;

/** Who is signed in, with workspaces, projects and Rooms, as options. */
export const homeQuery = queryOptions({
  queryKey: keys.home,
  queryFn: ({ signal }) => client.call("open_home", {}, { signal }),
});

/** Who is signed in, with workspaces, projects and Rooms. */
export function useHome(): UseQueryResult<Home> {
  return useQuery(homeQuery);
}

/** Whether the proof that the page was served with still stands for a sign-in; false until that is known. */
export function useSignedIn(): boolean {
  const { isSuccess } = useQuery({
    queryKey: keys.signedIn,
    queryFn: ({ signal }) => client.call("open_home", {}, { signal }),
    enabled: client.signedIn,
    meta: { signedOut: "stay" },
  });
  return isSuccess;
}

/** What waits for this person, oldest first, and what was decided lately. */
export function useNeedsApproval(): UseQueryResult<Approvals> {
  return useQuery({
    queryKey: keys.approvals,
    queryFn: ({ signal }) => client.call("list_needs_approval", {}, { signal }),
    refetchInterval: (query) => ((query.state.data?.waiting.length ?? 0) > 0 ? UNTOLD_MS : false),
  });
}

/** The card: a proposal with every file, whole. */
export function useProposal(proposalId: string): UseQueryResult<Proposal> {
  return useQuery({
    queryKey: keys.proposal(proposalId),
    queryFn: ({ signal }) => client.call("open_proposal", { proposal_id: proposalId }, { signal }),
  });
}

/** The same card compared with another of its bases; undefined `against` asks for nothing. */
export function useProposalAgainst(
  proposalId: string,
  against: string | undefined,
): UseQueryResult<Proposal> {
  return useQuery({
    queryKey: [...keys.proposal(proposalId), "against", against ?? ""],
    queryFn: ({ signal }) =>
      client.call("open_proposal", { proposal_id: proposalId, against: against ?? "" }, { signal }),
    enabled: against !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A Room with its launcher, as options, for hooks that ask for several at once. */
export const roomQuery = (roomId: string) =>
  queryOptions({
    queryKey: keys.room(roomId),
    queryFn: ({ signal }) => client.call("open_room", { room_id: roomId }, { signal }),
  });

/** A Room with its launcher. */
export function useRoom(roomId: string): UseQueryResult<Room> {
  return useQuery(roomQuery(roomId));
}

/** The approved code of an app as it stood at a revision. */
export function useOpenApp(
  roomId: string,
  { instance_id, revision }: { readonly instance_id: string; readonly revision: number },
): UseQueryResult<App> {
  return useQuery({
    queryKey: keys.app(roomId, instance_id, revision),
    queryFn: ({ signal }) => client.call("open_app", { room_id: roomId, instance_id }, { signal }),
    // The server tells the code of now, which may be another revision's already.
    staleTime: ({ state }) => (state.data?.revision === revision ? Number.POSITIVE_INFINITY : 0),
  });
}

/** The clients that act for this person. */
export function useConnections(): UseQueryResult<Connections> {
  return useQuery({
    queryKey: keys.connections,
    queryFn: ({ signal }) => client.call("list_connections", {}, { signal }),
    refetchInterval: (query) => ((query.state.data?.total ?? 0) > 0 ? UNTOLD_MS : false),
  });
}

/** Who is in a Room, and for its owner who could be added, as options. */
export const membersQuery = (roomId: string) =>
  queryOptions({
    queryKey: keys.members(roomId),
    queryFn: ({ signal }) => client.call("list_room_members", { room_id: roomId }, { signal }),
  });

/** Who is in a Room, and for its owner who could be added. */
export function useRoomMembers(roomId: string): UseQueryResult<RoomMembers> {
  return useQuery(membersQuery(roomId));
}

/** What an invitation link leads to. */
export function useInvitation(secret: string): UseQueryResult<Invitation> {
  return useQuery({
    queryKey: keys.invitation(secret),
    queryFn: ({ signal }) => client.call("read_invitation", { secret }, { signal }),
    enabled: secret !== "",
    refetchOnWindowFocus: false,
    meta: { signedOut: "stay" },
  });
}

/** What a client asks for at consent. */
export function useConsent(uid: string, { enabled }: { enabled: boolean }): UseQueryResult<ConsentRequest> {
  return useQuery({
    queryKey: keys.consent(uid),
    queryFn: ({ signal }) => client.readConsent(uid, { signal }),
    enabled,
    refetchOnWindowFocus: false,
    meta: { signedOut: "stay" },
  });
}
