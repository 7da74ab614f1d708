/** What the launcher knows of an app. */
export interface TabApp {
  readonly instance_id: string;
}

/** The tab that stands open: the one that the address names while it is there, else the first. */
export function openTab(apps: readonly TabApp[], wanted: string | undefined): string | undefined {
  const found = apps.find(({ instance_id }) => instance_id === wanted) ?? apps[0];
  return found?.instance_id;
}

/** What has happened to the tabs since the page was opened. */
export interface TabMemory {
  /** The apps that were there from the start. */
  readonly known: readonly string[];
  /** The tabs that were opened, in their order; what they show is kept alive. */
  readonly opened: readonly string[];
}

export function rememberTabs(apps: readonly TabApp[]): TabMemory {
  return { known: apps.map(({ instance_id }) => instance_id), opened: [] };
}

/** The memory once a tab is open; the same one when it was before. */
export function withOpened(memory: TabMemory, tab: string | undefined): TabMemory {
  if (tab === undefined || memory.opened.includes(tab)) return memory;
  return { ...memory, opened: [...memory.opened, tab] };
}

/** Whether an app arrived while the page was open and was not looked at yet. */
export function isNew({ known, opened }: TabMemory, tab: string): boolean {
  return !known.includes(tab) && !opened.includes(tab);
}
