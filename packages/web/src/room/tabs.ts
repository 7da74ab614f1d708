/** What the launcher knows of an app. */
export interface TabApp {
  readonly instance_id: string;
  readonly revision: number;
}

/** So many apps are kept awake; a frame holds what its app does, which may be much. */
export const MOST_AWAKE = 8;

/** A tab that was opened, at the revision that was started. */
export interface OpenedTab extends TabApp {
  /** asleep: its frame was given up for others. woken: it was, and was started anew since. */
  readonly sleep: "never" | "asleep" | "woken";
}

/** What has happened to the tabs since the page was opened. */
export interface TabMemory<App extends TabApp = TabApp> {
  /** The apps that were there from the start. */
  readonly known: readonly string[];
  /** The tabs that were opened, in that order. */
  readonly opened: readonly OpenedTab[];
  /** Those that stood open, the one of now last. */
  readonly recent: readonly string[];
  /** The tab that stood open last, and its place in the bar. */
  readonly last?: { readonly app: App; readonly at: number };
}

/** The tabs as they are shown. */
export interface TabBar<App extends TabApp = TabApp> {
  readonly apps: readonly App[];
  /** The one that stands open; undefined for a Room without apps. */
  readonly open: App | undefined;
  /** The open one was removed meanwhile; its tab stands until another is opened, so that it can be told. */
  readonly gone: boolean;
}

export function rememberTabs<App extends TabApp>(apps: readonly App[]): TabMemory<App> {
  return { known: apps.map(({ instance_id }) => instance_id), opened: [], recent: [] };
}

/** The tabs, and the open one: the one that the address names, else the one that was open, else the first. */
export function tabBar<App extends TabApp>(
  apps: readonly App[],
  memory: TabMemory<App>,
  wanted: string | undefined,
): TabBar<App> {
  const { last } = memory;
  const stays = last && (wanted === undefined || wanted === last.app.instance_id);
  if (stays && !apps.some((app) => app.instance_id === last.app.instance_id)) {
    return { apps: apps.toSpliced(last.at, 0, last.app), open: last.app, gone: true };
  }
  const find = (id: string | undefined): App | undefined => apps.find((app) => app.instance_id === id);
  return { apps, open: find(wanted) ?? find(last?.app.instance_id) ?? apps[0], gone: false };
}

/**
 * The memory once the bar is shown; the same one when nothing of it is new. What was removed runs no more, what is
 * opened is awake, and beyond the most that may be, those that stood open longest ago sleep.
 */
export function withOpened<App extends TabApp>(memory: TabMemory<App>, bar: TabBar<App>): TabMemory<App> {
  const stands = (tab: TabApp): boolean =>
    bar.apps.some((app) => app.instance_id === tab.instance_id && !(bar.gone && app === bar.open));
  const before = memory.opened.filter(stands);
  const changed = before.length < memory.opened.length;
  const { open: app } = bar;
  if (!app || bar.gone) return changed ? { ...memory, opened: before } : memory;
  const at = bar.apps.indexOf(app);
  const { last, recent: recently } = memory;
  const id = app.instance_id;
  const tab = before.find(({ instance_id }) => instance_id === id);
  const awake = tab !== undefined && tab.sleep !== "asleep";
  if (!changed && awake && recently.at(-1) === id && last?.app === app && last.at === at) return memory;
  const recent = [...recently.filter((other) => other !== id), id];
  const opened = tab
    ? before.map((one) => (one === tab && !awake ? { ...startOf(app), sleep: "woken" as const } : one))
    : [...before, startOf(app)];
  return { ...memory, opened: rested(opened, recent), recent, last: { app, at } };
}

/** Puts to sleep what is too many, the one that stood open longest ago first. */
function rested(opened: readonly OpenedTab[], recent: readonly string[]): readonly OpenedTab[] {
  const awake = new Set(opened.filter(({ sleep }) => sleep !== "asleep").map((tab) => tab.instance_id));
  const stay = new Set(recent.filter((id) => awake.has(id)).slice(-MOST_AWAKE));
  if (stay.size === awake.size) return opened;
  return opened.map((tab) => (stay.has(tab.instance_id) ? tab : { ...tab, sleep: "asleep" }));
}

/** The memory after a tab was started anew, at the revision that it has now. */
export function withStarted<App extends TabApp>(memory: TabMemory<App>, app: App): TabMemory<App> {
  const opened = memory.opened.map((old) => (old.instance_id === app.instance_id ? startOf(app) : old));
  return { ...memory, opened };
}

/** The revision at which a tab was started; undefined for one that was not opened. */
export function startedRevision({ opened }: TabMemory, tab: string): number | undefined {
  return opened.find(({ instance_id }) => instance_id === tab)?.revision;
}

/** Whether an app arrived while the page was open and was not looked at yet. */
export function isNew(memory: TabMemory, tab: string): boolean {
  return !memory.known.includes(tab) && startedRevision(memory, tab) === undefined;
}

/** Whether an app was put to sleep. */
export function isAsleep({ opened }: TabMemory, tab: string): boolean {
  return opened.some(({ instance_id, sleep }) => instance_id === tab && sleep === "asleep");
}

function startOf({ instance_id, revision }: TabApp): OpenedTab {
  return { instance_id, revision, sleep: "never" };
}
