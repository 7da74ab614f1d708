import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import type { Used } from "@anteroom/sandbox/host";
import type { AppPlace } from "../../data/apps.ts";
import { keys } from "../../data/keys.ts";

/** How much an app keeps for this person on this device; an app changes that at any time, so it is asked anew. */
export function useDeviceUsed(place: AppPlace): UseQueryResult<Used> {
  const cache = useQueryClient();
  return useQuery({
    queryKey: keys.deviceData(place.room_id, place.instance_id),
    queryFn: async () => {
      const { openOwnValues } = await import("../services/own-values.ts");
      return (await openOwnValues(cache, place)).used();
    },
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
}
