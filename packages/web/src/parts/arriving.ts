import { useEffect, useState } from "react";

/** The second press of a double click comes sooner. */
const ARRIVAL_MS = 700;

/** Whether the calling component came just now: a press may have been meant for what stood at its place before. */
export function useArriving(): boolean {
  const [isArriving, setArriving] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setArriving(false), ARRIVAL_MS);
    return () => clearTimeout(timer);
  }, []);
  return isArriving;
}
