/** What has a place in the tab bar. */
interface Placed {
  readonly instance_id: string;
}

export type Pins = ReadonlySet<string>;

/** The tabs as one person sees them: those that the person pinned first, both in the Room's order. */
export function shownOrder<App extends Placed>(apps: readonly App[], pins: Pins): App[] {
  const isPinned = (app: App): boolean => pins.has(app.instance_id);
  return [...apps.filter(isPinned), ...apps.filter((app) => !isPinned(app))];
}

/** A move as the server takes it: behind another tab of the Room's order, or without one to the front. */
export interface Move {
  readonly instance_id: string;
  readonly after?: string;
}

/**
 * The move that brings a tab to a place (from 0) among those that it is shown with, pinned ones or others; undefined
 * where it stands there already. `apps` are in the Room's order.
 */
export function moveTo(
  apps: readonly Placed[],
  pins: Pins,
  wanted: { id: string; at: number },
): Move | undefined {
  const { id } = wanted;
  const group = groupOf(apps, pins, id);
  const from = group.indexOf(id);
  const rest = group.toSpliced(from, 1);
  const at = Math.min(Math.max(wanted.at, 0), rest.length);
  if (from < 0 || from === at) return undefined;
  const before = rest[at - 1];
  if (before !== undefined) return { instance_id: id, after: before };
  // In front of its group, which need not be the front of the Room.
  const others = apps.map(({ instance_id }) => instance_id).filter((other) => other !== id);
  const after = others[others.indexOf(rest[0] ?? "") - 1];
  return { instance_id: id, ...(after !== undefined && { after }) };
}

/** Where a tab stands among those that it is shown with, from 0, and how many those are. */
export function placeOf(apps: readonly Placed[], pins: Pins, id: string): { at: number; of: number } {
  const group = groupOf(apps, pins, id);
  return { at: group.indexOf(id), of: group.length };
}

/** The Room's order after a move; the same one where its tabs are not there. */
export function moved<App extends Placed>(
  apps: readonly App[],
  { instance_id, after }: Move,
): readonly App[] {
  const app = apps.find((one) => one.instance_id === instance_id);
  const rest = apps.filter((one) => one !== app);
  const at = after === undefined ? 0 : rest.findIndex((one) => one.instance_id === after) + 1;
  if (!app || (after !== undefined && at === 0)) return apps;
  return rest.toSpliced(at, 0, app);
}

function groupOf(apps: readonly Placed[], pins: Pins, id: string): string[] {
  const ids = apps.map(({ instance_id }) => instance_id);
  return ids.filter((other) => pins.has(other) === pins.has(id));
}
