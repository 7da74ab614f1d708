import type { ReactNode } from "react";
import { isRefusal } from "@anteroom/client";
import { NotFound } from "../app/not-found.tsx";
import { Page, PageHeading } from "../app/page.tsx";
import { useRoom } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Failure, Skeleton } from "../parts/index.ts";
import { AppHistoryPage } from "./app-history.tsx";
import { ComparisonPage } from "./comparison.tsx";
import { RoomHistoryPage } from "./room-history.tsx";

export interface HistoryPageProps {
  readonly roomId: string;
  readonly instanceId?: string;
  /** The proposal that let the version in. */
  readonly version?: string;
}

/**
 * `/rooms/:id/history`: what happened in a Room; with `/:app` the versions of one app, and with `/:version` that
 * version beside the one that runs.
 */
export function HistoryPage({ roomId, instanceId, version }: HistoryPageProps): ReactNode {
  const text = useText();
  const { data: room, error, refetch, isFetching } = useRoom(roomId);
  if (isRefusal(error, "not_found") || isRefusal(error, "forbidden")) return <NotFound />;
  if (!room) {
    return (
      <Page head={<PageHeading>{text("history.title")}</PageHeading>}>
        {error ? (
          <Failure error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <Skeleton lines={5} />
        )}
      </Page>
    );
  }
  if (instanceId === undefined) return <RoomHistoryPage room={room} />;
  const place = { room_id: roomId, instance_id: instanceId };
  // Another app or version is another page.
  if (version === undefined) return <AppHistoryPage key={instanceId} room={room} place={place} />;
  return <ComparisonPage key={`${instanceId} ${version}`} room={room} place={place} proposalId={version} />;
}
