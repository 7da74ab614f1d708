import { describe, expect, it } from "vitest";
import {
  isAsleep,
  isNew,
  MOST_AWAKE,
  rememberTabs,
  startedRevision,
  tabBar,
  withOpened,
  withStarted,
  type TabApp,
  type TabMemory,
} from "./tabs.ts";

const app = (instance_id: string, revision = 1): TabApp => ({ instance_id, revision });
const [TIMER, RETRO, POLL] = [app("timer"), app("retro"), app("poll")];
const APPS = [TIMER, RETRO];

/** What was started, whether it sleeps or not. */
const started = ({ opened }: TabMemory): TabApp[] =>
  opened.map(({ instance_id, revision }) => ({ instance_id, revision }));

/** A Room that a person looked at, one address after the other. */
function looked(...wanted: (string | undefined)[]): TabMemory {
  return wanted.reduce<TabMemory>(
    (memory, one) => withOpened(memory, tabBar(APPS, memory, one)),
    rememberTabs(APPS),
  );
}

describe("the open tab", () => {
  it("is the one that the address names", () => {
    expect(tabBar(APPS, rememberTabs(APPS), "retro").open).toBe(RETRO);
  });

  it("is the first where the address names none, or one that never was there", () => {
    expect(tabBar(APPS, looked(), undefined).open).toBe(TIMER);
    expect(tabBar(APPS, looked(), "poll").open).toBe(TIMER);
    expect(tabBar([], rememberTabs([]), "poll")).toEqual({ apps: [], open: undefined, gone: false });
  });
});

describe("the tab that stands open where the address names none", () => {
  it("stays so when another comes to stand before it", () => {
    expect(tabBar([RETRO, TIMER], looked(undefined), undefined).open).toBe(TIMER);
  });
});

describe("an open tab whose app is removed", () => {
  it("stands in its place, whether the address names it or not", () => {
    expect(tabBar([RETRO], looked(undefined), undefined)).toEqual({ apps: APPS, open: TIMER, gone: true });
    expect(tabBar([TIMER], looked("retro"), "retro")).toEqual({ apps: APPS, open: RETRO, gone: true });
  });

  it("goes once another is opened", () => {
    const bar = tabBar([TIMER], looked("retro"), "timer");
    expect(bar).toEqual({ apps: [TIMER], open: TIMER, gone: false });
  });

  it("runs no more, and runs at the revision that it has once it is put back", () => {
    const gone = withOpened(looked("timer", "retro"), tabBar([TIMER], looked("retro"), "retro"));
    expect(started(gone)).toEqual([TIMER]);
    expect(withOpened(gone, tabBar([TIMER], gone, "retro"))).toBe(gone);
    const back = tabBar([TIMER, app("retro", 2)], gone, "retro");
    expect(back.gone).toBe(false);
    expect(started(withOpened(gone, back))).toEqual([TIMER, app("retro", 2)]);
  });
});

describe("a tab that arrives while the page is open", () => {
  it("is new until it is opened", () => {
    const memory = looked();
    expect(isNew(memory, "timer")).toBe(false);
    expect(isNew(memory, "poll")).toBe(true);
    const bar = tabBar([...APPS, POLL], memory, "poll");
    expect(isNew(withOpened(memory, bar), "poll")).toBe(false);
  });
});

describe("the tabs that were opened", () => {
  it("stay alive in the order in which they were opened", () => {
    expect(started(looked("retro", "timer", "retro"))).toEqual([RETRO, TIMER]);
  });

  it("change nothing when one is opened again, or none", () => {
    const memory = looked("timer");
    expect(withOpened(memory, tabBar(APPS, memory, "timer"))).toBe(memory);
    const none = rememberTabs([]);
    expect(withOpened(none, tabBar([], none, undefined))).toBe(none);
  });

  it("go on at the revision that they were started at, until they are started anew", () => {
    const updated = app("retro", 2);
    const memory = withOpened(looked("retro"), tabBar([TIMER, updated], looked("retro"), "retro"));
    expect(startedRevision(memory, "retro")).toBe(1);
    expect(startedRevision(withStarted(memory, updated), "retro")).toBe(2);
  });
});

describe("more apps than are kept awake", () => {
  const many = Array.from({ length: MOST_AWAKE + 2 }, (_, at) => app(`app-${at}`));
  const look = (memory: TabMemory, ...wanted: number[]): TabMemory =>
    wanted.reduce((before, one) => withOpened(before, tabBar(many, before, `app-${one}`)), memory);
  const asleep = (memory: TabMemory): string[] =>
    many.map((one) => one.instance_id).filter((id) => isAsleep(memory, id));
  const full = look(rememberTabs(many), ...Array.from({ length: MOST_AWAKE }, (_, at) => at));

  it("put to sleep the one that stood open longest ago", () => {
    expect(asleep(full)).toEqual([]);
    expect(asleep(look(full, MOST_AWAKE))).toEqual(["app-0"]);
    expect(asleep(look(full, 0, MOST_AWAKE))).toEqual(["app-1"]);
    expect(asleep(look(full, MOST_AWAKE, MOST_AWAKE + 1))).toEqual(["app-0", "app-1"]);
  });

  it("wake one that is opened, at the revision that it has by then, and tell that it slept", () => {
    const slept = look(full, MOST_AWAKE);
    const updated = many.with(0, app("app-0", 2));
    const woken = withOpened(slept, tabBar(updated, slept, "app-0"));
    expect(woken.opened[0]).toEqual({ ...app("app-0", 2), sleep: "woken" });
    expect(asleep(woken)).toEqual(["app-1"]);
    expect(withStarted(woken, app("app-0", 2)).opened[0]?.sleep).toBe("never");
  });

  it("leave no gap for one that was removed", () => {
    const fewer = many.slice(1);
    const memory = withOpened(full, tabBar(fewer, full, `app-${MOST_AWAKE}`));
    expect(asleep(memory)).toEqual([]);
  });
});
