import { lazy, Suspense, useContext, useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { foresee } from "../../parts/foresee.ts";
import type { Asks } from "./asks.ts";
import { onceFree } from "./once-free.ts";
import { TabOpen } from "./tab-open.ts";

const load = () => import("./ask-dialog.tsx");
const AskDialog = lazy(async () => ({ default: (await load()).AskDialog }));
foresee(load);

export interface AppAsksProps {
  readonly asks: Asks;
  /** What the app is called now. */
  readonly name: string;
  /** Gives the app the focus that the dialog took from it. */
  readonly onFocusBack: () => void;
}

/**
 * What an app asks of the person, by one dialog at a time. It waits until the app's tab is open, and until the
 * person has left what they do in the page.
 */
export function AppAsks({ asks, ...props }: AppAsksProps): ReactNode {
  const open = useSyncExternalStore(asks.subscribe, asks.current);
  const isTabOpen = useContext(TabOpen);
  const [begun, setBegun] = useState<number | undefined>();
  const waits = open && isTabOpen && open.id !== begun ? open.id : undefined;
  useEffect(() => (waits === undefined ? undefined : onceFree(() => setBegun(waits))), [waits]);
  if (!open || !isTabOpen || open.id !== begun) return null;
  return (
    <Suspense>
      <AskDialog key={open.id} open={open} asks={asks} {...props} />
    </Suspense>
  );
}
