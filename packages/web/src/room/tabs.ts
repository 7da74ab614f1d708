/** What the launcher knows of an app. */
export interface TabApp {
  readonly instance_id: string;
  readonly revision: number;
}

/** What has happened to the tabs since the page was opened. */
export interface TabMemory<App extends TabApp = TabApp> {
  /** The apps that were there from the start. */
  readonly known: readonly string[];
  /** The tabs that were opened, in their order, each at the revision that was started; they are kept alive. */
  readonly opened: readonly TabApp[];
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
  return { known: apps.map(({ instance_id }) => instance_id), opened: [] };
}

/** The tabs, and the open one: the one that the address names while it is there, else the first. */
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
  return { apps, open: apps.find((app) => app.instance_id === wanted) ?? apps[0], gone: false };
}

/** The memory once the bar is shown; the same one when nothing of it is new. What was removed runs no more. */
export function withOpened<App extends TabApp>(memory: TabMemory<App>, bar: TabBar<App>): TabMemory<App> {
  const stands = (tab: TabApp): boolean =>
    bar.apps.some((app) => app.instance_id === tab.instance_id && !(bar.gone && app === bar.open));
  const before = memory.opened.filter(stands);
  const changed = before.length < memory.opened.length;
  const { open: app } = bar;
  if (!app || bar.gone) return changed ? { ...memory, opened: before } : memory;
  const at = bar.apps.indexOf(app);
  const fresh = !before.some((tab) => tab.instance_id === app.instance_id);
  if (!changed && !fresh && memory.last?.app === app && memory.last.at === at) return memory;
  return { ...memory, opened: fresh ? [...before, idOf(app)] : before, last: { app, at } };
}

/** The memory after a tab was started anew, at the revision that it has now. */
export function withStarted<App extends TabApp>(memory: TabMemory<App>, app: App): TabMemory<App> {
  const opened = memory.opened.map((old) => (old.instance_id === app.instance_id ? idOf(app) : old));
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

function idOf({ instance_id, revision }: TabApp): TabApp {
  return { instance_id, revision };
}
