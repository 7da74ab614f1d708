import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FirefoxRoom, Screen } from "./firefox-room.ts";

// Apps in Firefox, wherever their frames are served.

const DESK = {
  "src/App.tsx": `import { useEffect, useState } from "react";
import { useShared, useStored } from "@anteroom/app";

export default function Desk() {
  const [ours, setOurs] = useShared("ours", 0);
  const [mine, setMine] = useStored("mine", 0);
  const [told, setTold] = useState("nothing");
  const [dark, setDark] = useState(matchMedia("(prefers-color-scheme: dark)").matches);
  useEffect(() => matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (e) => setDark(e.matches)), []);
  return <main className="mx-auto p-4">
    <button onClick={() => setOurs((now) => now + 1)}>ours {ours}</button>
    <button onClick={() => setMine((now) => now + 1)}>mine {mine}</button>
    <button onClick={() => setTold(confirm("Delete the list?") ? "deleted" : "kept")}>Delete</button>
    <p>{told} in the {dark ? "dark" : "light"}</p>
  </main>;
}`,
};

/** Each has its own packages of the runtime, and its own failure. */
const CHART = {
  "src/App.tsx": `import { format } from "date-fns";
import { Bar, BarChart } from "recharts";

export default () => <>
  <p>{format(new Date(2026, 0, 2), "d MMMM yyyy")}</p>
  <BarChart width={200} height={100} data={[{ n: 1 }, { n: 3 }]}><Bar dataKey="n" isAnimationActive={false} /></BarChart>
</>;`,
};
const BROKEN = {
  "src/App.tsx": `export default function Broken() {
  const nobody = undefined as unknown as { name: string };
  return <p>{nobody.name}</p>;
}`,
};

const HOSTINGS = [
  { hosting: "own hosts", env: {}, isAt: /^http:\/\/a[\da-f]{16}\.localhost:\d+$/u },
  { hosting: "one host", env: { ANTEROOM_APPS_ORIGIN: "off" }, isAt: /^http:\/\/localhost:\d+$/u },
] as const;

describe.each(HOSTINGS)("on $hosting", ({ env, isAt }) => {
  let room: FirefoxRoom;
  let page: Page;
  let address: string;
  let around: Screen;
  let desk: Screen;

  beforeAll(async () => {
    room = await FirefoxRoom.open({ env });
    ({ page } = room);
    around = new Screen(page);
    desk = new Screen(page, "Desk");
    address = await room.letIn("Desk", DESK);
    await page.goto(address);
    await desk.reads("nothing in the light");
  });
  afterAll(async () => await room?.[Symbol.asyncDispose]());

  test("an app runs in a frame that is no part of the page's origin (app-2)", async () => {
    const frame = await desk.frame();
    expect(new URL(frame.url()).origin).toMatch(isAt);
    expect(await frame.evaluate(() => origin)).toBe("null");
    expect(await page.evaluate(() => window.length)).toBe(0);
  });

  test("what it keeps comes back after a reload, and in another tab what its Room shares", async () => {
    await desk.press("ours 0");
    await desk.reads("ours 1");
    await desk.press("mine 0");
    await desk.reads("mine 1");
    await page.goto(address);
    await desk.reads("ours 1");
    await desk.reads("mine 1");
    const other = await room.firefox.browser.newPage();
    await other.goto(address);
    const beside = new Screen(other, "Desk");
    await beside.reads("mine 1");
    await beside.press("ours 1");
    await desk.reads("ours 2");
    await other.close();
  });

  test("it asks its person, and follows the page's theme", async () => {
    await desk.press("Delete");
    await around.press("OK");
    await desk.reads("deleted in the light");
    await around.press("Owner: account, theme, keys, sign out");
    await around.press("Dark", "menuitemradio");
    await desk.reads("deleted in the dark");
  });

  test("it runs anew when it is reloaded", async () => {
    await around.press("Menu of Desk");
    await around.press("Reload", "menuitem");
    await desk.reads("nothing in the dark");
  });
});

test("where no name for apps leads anywhere, they are framed at the page's own host", async () => {
  await using room = await FirefoxRoom.open({ env: { ANTEROOM_APPS_ORIGIN: "https://*.apps.example.test" } });
  const { page } = room;
  await page.goto(await room.letIn("Desk", DESK));
  const desk = new Screen(page, "Desk");
  await desk.reads("nothing in the light");
  expect(new URL((await desk.frame()).url()).origin).toBe(room.server.origin);
  await new Screen(page).press("Menu of Desk");
  await new Screen(page).press("Reload", "menuitem");
  await desk.reads("nothing in the light");
});

test("packages draw, and a failure is shown with its place", async () => {
  await using room = await FirefoxRoom.open();
  const { page } = room;
  await page.goto(await room.letIn("Chart", CHART));
  const chart = new Screen(page, "Chart");
  await chart.reads("2 January 2026");
  expect(await (await chart.frame()).waitForSelector(".recharts-bar-rectangle path")).not.toBeNull();
  await page.goto(await room.letIn("Broken", BROKEN));
  await new Screen(page).reads("line 3");
});
