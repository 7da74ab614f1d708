import { describe, expect, it } from "vitest";
import { isNew, openTab, rememberTabs, withOpened } from "./tabs.ts";

const app = (instance_id: string): { instance_id: string } => ({ instance_id });
const APPS = [app("timer"), app("retro")];

describe("the open tab", () => {
  it("is the one that the address names", () => {
    expect(openTab(APPS, "retro")).toBe("retro");
  });

  it("is the first where the address names none, or one that is gone", () => {
    expect(openTab(APPS, undefined)).toBe("timer");
    expect(openTab(APPS, "poll")).toBe("timer");
    expect(openTab([], "poll")).toBeUndefined();
  });
});

describe("a tab that arrives while the page is open", () => {
  it("is new until it is opened", () => {
    const memory = rememberTabs(APPS);
    expect(isNew(memory, "timer")).toBe(false);
    expect(isNew(memory, "poll")).toBe(true);
    expect(isNew(withOpened(memory, "poll"), "poll")).toBe(false);
  });
});

describe("the tabs that were opened", () => {
  it("stay alive in the order in which they were opened", () => {
    const memory = ["retro", "timer", "retro"].reduce(withOpened, rememberTabs(APPS));
    expect(memory.opened).toEqual(["retro", "timer"]);
  });

  it("change nothing when one is opened again, or none", () => {
    const memory = withOpened(rememberTabs(APPS), "timer");
    expect(withOpened(memory, "timer")).toBe(memory);
    expect(withOpened(memory, undefined)).toBe(memory);
  });
});
