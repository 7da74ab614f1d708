import { useInfiniteQuery, useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { PersonOutputs } from "@anteroom/client";
import { client } from "./client.ts";
import { keys } from "./keys.ts";
import { useDeed, type Deed } from "./mutations.ts";

// Apart from index.ts, so that pages which have nothing to do with the life of an app do not load it.

export type AppHistory = PersonOutputs["read_app_history"];
export type AppVersion = AppHistory["versions"][number];
export type Receipt = NonNullable<AppVersion["receipt"]>;
export type Comparison = PersonOutputs["compare_versions"];
export type RoomEntry = PersonOutputs["list_room_history"]["entries"][number];

/** One app of one Room. */
export interface AppPlace {
  readonly room_id: string;
  readonly instance_id: string;
}

/** Every approved version of an app, latest first; of a removed one for who can put it back, else `not_found`. */
export function useAppHistory(app: AppPlace): UseQueryResult<AppHistory> {
  return useQuery({
    queryKey: keys.appHistory(app.room_id, app.instance_id),
    queryFn: ({ signal }) => client.call("read_app_history", app, { signal }),
  });
}

/** The files of an approved version beside those of what runs now. */
export function useComparison(app: AppPlace, proposalId: string): UseQueryResult<Comparison> {
  return useQuery({
    queryKey: keys.comparison(app.room_id, app.instance_id, proposalId),
    queryFn: ({ signal }) => client.call("compare_versions", { ...app, proposal_id: proposalId }, { signal }),
  });
}

/** What happened in a Room, latest first, by pages: `fetchNextPage` adds what was earlier. */
export function useRoomHistory(roomId: string) {
  return useInfiniteQuery({
    queryKey: keys.history(roomId),
    queryFn: ({ pageParam, signal }) =>
      client.call(
        "list_room_history",
        { room_id: roomId, ...(pageParam > 0 && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (page) => page.next_before,
  });
}

/** What shows an app in any way. */
const changedApp = ({ room_id }: AppPlace) => [keys.room(room_id), keys.history(room_id), keys.approvals];

/** Gives a tab another name. */
export const useRenameApp = (): Deed<"rename_app"> => useDeed("rename_app", changedApp);
/** Takes an app out of the launcher; its history stays. */
export const useRemoveApp = (): Deed<"remove_app"> => useDeed("remove_app", changedApp);
/** Goes to an approved version, as compared; `conflict_state` if another one runs by now. */
export const useRevertApp = (): Deed<"revert_app"> => useDeed("revert_app", changedApp);

export type SharedData = PersonOutputs["open_shared_data"];
export type SharedExport = PersonOutputs["export_shared_data"];

/** How much an app keeps for its Room, and for the Room's owner what can be brought back. */
export function useSharedData(app: AppPlace): UseQueryResult<SharedData> {
  return useQuery({
    queryKey: keys.sharedData(app.room_id, app.instance_id),
    queryFn: ({ signal }) => client.call("open_shared_data", app, { signal }),
    // The app itself changes it all the time, and that is told to nobody but the app.
    staleTime: 0,
  });
}

const changedData = ({ room_id, instance_id }: AppPlace) => [
  keys.sharedData(room_id, instance_id),
  keys.history(room_id),
];

/** All that an app keeps for its Room, for a file. */
export const useExportSharedData = (): Deed<"export_shared_data"> => useDeed("export_shared_data", () => []);
/** Empties what an app keeps for its Room; `backup_id` brings it back. */
export const useClearSharedData = (): Deed<"clear_shared_data"> => useDeed("clear_shared_data", changedData);
/** Puts an earlier state, or an export, in the place of what an app keeps for its Room. */
export const useRestoreSharedData = (): Deed<"restore_shared_data"> =>
  useDeed("restore_shared_data", changedData);

/** Tells the agent of an app what to change, or how it failed; `conflict_state` where nobody would read it. */
export const useSendToAgent = (): Deed<"send_to_agent"> => useDeed("send_to_agent", () => []);
/** Proposes what an app runs to another Room, as this person. */
export const useCopyApp = (): Deed<"copy_app"> => useDeed("copy_app", () => [keys.approvals]);

/** Declines several proposals with one reason; `left` are those that had changed. */
export const useDeclineSeveral = (): Deed<"decline_proposals"> =>
  useDeed("decline_proposals", () => [keys.approvals, keys.proposals]);

/** Lets the sample agent of a demo workspace propose an app; answers with the proposal to read. */
export const usePlaySampleAgent = (): Deed<"play_sample_agent"> =>
  useDeed("play_sample_agent", () => [keys.approvals]);
