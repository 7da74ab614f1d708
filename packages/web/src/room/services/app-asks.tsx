import { lazy, Suspense, useContext, useSyncExternalStore, type ReactNode } from "react";
import { foresee } from "../../parts/foresee.ts";
import type { Asks } from "./asks.ts";
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

/** What an app asks of the person, by one dialog at a time; that of a tab that is not open waits until it is. */
export function AppAsks({ asks, ...props }: AppAsksProps): ReactNode {
  const open = useSyncExternalStore(asks.subscribe, asks.current);
  const isTabOpen = useContext(TabOpen);
  if (!open || !isTabOpen) return null;
  return (
    <Suspense>
      <AskDialog key={open.id} open={open} asks={asks} {...props} />
    </Suspense>
  );
}
