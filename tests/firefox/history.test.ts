import type { Frame } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PUPPET_APP } from "../testkit/puppet-app.ts";
import { FirefoxRoom, Screen } from "./firefox-room.ts";

// The page and its frames have one list of steps, and Firefox lets any frame go through it: the frame itself does not.

let room: FirefoxRoom;
let frame: Frame;
let address: string;

beforeAll(async () => {
  room = await FirefoxRoom.open();
  await room.page.goto(await room.letIn("Puppet", PUPPET_APP));
  const screen = new Screen(room.page, "Puppet");
  await screen.reads("open");
  frame = await screen.frame();
  await room.page.evaluate(() => history.pushState(null, "", `${location.href}#before`));
  address = await room.page.evaluate(() => location.href);
});
afterAll(async () => await room?.[Symbol.asyncDispose]());

/** Does something in the app, waits until whatever it brings has come, and tells where the page and the app are. */
async function after(code: string): Promise<unknown[]> {
  await frame.evaluate(`void setTimeout(() => { ${code} })`);
  await frame.evaluate("new Promise((end) => setTimeout(end, 400))");
  return [
    await room.page.evaluate(() => location.href),
    ...(await frame.evaluate<[], () => unknown[]>("[location.hash, history.state]")),
  ];
}

/** The same at a press of the person, without which a browser makes no step. */
async function afterPress(code: string): Promise<unknown[]> {
  await frame.evaluate(`void (globalThis.onPress = () => { ${code} })`);
  await (await frame.$("button"))?.click();
  return await after("");
}

test("an app moves its page by none of it, and goes through its own steps (app-3)", async () => {
  const leaps = ["back()", "go(-1)", "go(-2)", "go(-3)", "forward()", "go({ valueOf: () => -1 })"];
  for (const leap of leaps) expect(await after(`history.${leap}`), leap).toEqual([address, "", null]);
  const asked = "navigation?.back?.().committed.catch(() => undefined)";
  expect(await after(asked)).toEqual([address, "", null]);

  expect(await afterPress(`location.hash = "#one"`)).toEqual([address, "#one", null]);
  expect(await after(`history.replaceState({ n: 1 }, "")`)).toEqual([address, "#one", { n: 1 }]);
  expect(await afterPress(`history.pushState({ n: 2 }, "", "#two")`)).toEqual([address, "#two", { n: 2 }]);
  expect(await after(`history.back()`)).toEqual([address, "#one", { n: 1 }]);
  expect(await after(`history.back()`)).toEqual([address, "", null]);
  expect(await after(`history.go(-2)`)).toEqual([address, "", null]);
  expect(await after(`history.go(2)`)).toEqual([address, "#two", { n: 2 }]);
  expect(await after(`history.forward()`)).toEqual([address, "#two", { n: 2 }]);
});
