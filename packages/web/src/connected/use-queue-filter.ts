import { useLocation, useSearch } from "wouter";
import { readFilter, writeFilter, type QueueFilter } from "./queue-filter.ts";

/** The filter that the page's address holds, and how to change it. */
export function useQueueFilter(): [QueueFilter, (filter: QueueFilter) => void] {
  const [place, navigate] = useLocation();
  const filter = readFilter(useSearch());
  function change(next: QueueFilter): void {
    const query = writeFilter(next);
    navigate(query === "" ? place : `${place}?${query}`, { replace: true });
  }
  return [filter, change];
}
