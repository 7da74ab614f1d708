import { afterAll, beforeAll, expect, test } from "vitest";
import { createStand, type RoomPage, type Stand } from "./testing/stand.ts";

let stand: Stand;
let room: RoomPage;

beforeAll(async () => {
  stand = await createStand();
  room = await stand.openPage();
});
afterAll(async () => {
  await stand[Symbol.asyncDispose]();
});

/** An app that gives its package to the test, which plays the app's code. */
const OPEN = {
  "src/App.tsx": `import * as app from "@anteroom/app";
Object.assign(globalThis, { app, seen: [] });
export default () => <p>open</p>;`,
};

test("no listener and no promise of an app finds the port in the event that it runs in", async () => {
  const app = await room.open(OPEN, { lends: { own: "r/port/p", shared: "port" } });
  await app.running();
  await app.evaluate(
    `void Object.assign(globalThis, { look: () => seen.push(window.event?.type ?? "nothing") })`,
  );
  await app.evaluate(`void app.storage.subscribe(look)`);
  await app.evaluate(`app.storage.set("a", 1).then(look)`);
  await app.evaluate(`app.storage.get("a").then(look)`);
  await app.evaluate(`app.shared.update("n", (now) => (look(), 1))`);
  await app.evaluate(`app.storage.get("").catch(look)`);
  await app.evaluate(`void app.room.subscribe(look)`);
  await app.call(`.setTheme("dark")`);
  await expect.poll(() => app.evaluate<string[]>("seen").then((seen) => seen.length)).toBeGreaterThan(5);
  expect(new Set(await app.evaluate<string[]>("seen"))).toEqual(new Set(["nothing"]));
  // Of its own events it is told.
  await app.evaluate(`void document.body.addEventListener("click", look)`);
  await app.frame.getByText("open").click();
  await expect.poll(() => app.evaluate<string[]>("seen").then((seen) => seen.at(-1))).toBe("click");
});

test("an app hears what it says to itself, and nothing that anybody else says", async () => {
  const page = await stand.openPage();
  const heard = await page.open({
    "src/App.tsx": `globalThis.heard = [];
addEventListener("message", ({ data }) => heard.push(data), { capture: true });
onmessage = ({ data }) => heard.push("on " + data);
export default () => <p>open</p>;`,
  });
  await heard.running();
  // As if another frame had found it, which none does.
  await page.page.evaluate(
    `document.querySelector(".app").shadowRoot.firstElementChild.contentWindow.postMessage("beside", "*")`,
  );
  await heard.evaluate(`new Promise((resolve) => setTimeout(resolve, 300))`);
  await heard.evaluate(`void window.postMessage("self", "*")`);
  await expect.poll(() => heard.evaluate("heard")).toEqual(["self", "on self"]);
  await page.page.context().close();
});

test("an app that asks in an endless loop is ended, and the page goes on", async () => {
  const page = await stand.openPage();
  const app = await page.open(OPEN, { lends: { own: "r/flood/p" } });
  await app.running();
  await app.evaluate(`void setTimeout(() => { for (;;) app.storage.get("a").catch(() => undefined); })`);
  expect(await app.failure()).toMatchObject({ code: "flood", stopped: true });
  expect(await app.frames()).toBe(0);
  await (await page.open(OPEN)).running();
  await page.page.context().close();
});

test("a thousand values are drawn without a failure", async () => {
  const app = await room.open(
    {
      "src/App.tsx": `import { StrictMode } from "react";
import { useStored } from "@anteroom/app";
function One({ name }) {
  const [, , { ready }] = useStored(name, 0);
  return <i>{ready ? "there" : "not yet"} </i>;
}
export default () => <StrictMode>{Array.from({ length: 1000 }, (_, n) => <One key={n} name={"n" + n} />)}</StrictMode>;`,
    },
    { lends: { own: "r/many/p" } },
  );
  await app.running();
  const there = () =>
    app.evaluate<number>(`document.querySelector("#root").textContent.split("there").length - 1`);
  await expect.poll(there, { timeout: 30_000 }).toBe(1000);
  expect(await app.states()).toEqual(["starting", "running"]);
});

test("an app adds one step to those that Back goes through for each press of the person (app-10)", async () => {
  const page = await stand.openPage();
  const app = await page.open({
    "src/App.tsx": `const go = (n) => { for (let step = 0; step < 60; step += 1) history.pushState(step, "", "#" + n + step); };
go("load");
export default () => <button onClick={() => go("click")}>go</button>;`,
  });
  await app.running();
  const steps = (): Promise<number> => page.page.evaluate("history.length");
  const before = await steps();
  await app.evaluate(
    `document.querySelector("button").dispatchEvent(new MouseEvent("click", { bubbles: true }))`,
  );
  expect(await app.evaluate("location.hash")).toBe("#click59");
  expect(await steps()).toBe(before);
  expect(await app.evaluate("history.state")).toBe(59);
  await app.frame.getByRole("button").click();
  await expect.poll(steps).toBe(before + 1);
  await page.page.context().close();
});

test("a link that is dropped in an app opens nothing, and words go where they fall", async () => {
  const page = await stand.openPage();
  const app = await page.open({
    "src/App.tsx": `import { useState } from "react";
export default function App() {
  const [taken, setTaken] = useState("nothing");
  return <div style={{ display: "flex" }}>
    <p>bare</p><input type="date" /><textarea /><div contentEditable>write here</div>
    <section onDragOver={(e) => e.preventDefault()} onDrop={(e) => { e.preventDefault(); setTaken(e.dataTransfer.getData("text/plain")); }}>
      takes {taken}
    </section>
  </div>;
}`,
  });
  await app.running();
  const session = await page.page.context().newCDPSession(page.page);
  const link = { mimeType: "text/uri-list", data: "https://elsewhere.example.test/" };
  const words = { mimeType: "text/plain", data: "words" };
  for (const items of [[link], [link, words]]) {
    for (const place of await app.frame.locator("#root > div > *").all()) {
      const { x, y } = (await place.boundingBox())!;
      for (const type of ["dragEnter", "dragOver", "drop"] as const) {
        const data = { items, dragOperationsMask: 1 };
        await session.send("Input.dispatchDragEvent", { type, x: x + 8, y: y + 8, data });
      }
    }
  }
  await app.frame.getByText("takes words").waitFor();
  await expect.poll(() => app.evaluate(`document.querySelector("textarea").value`)).toBe("words");
  expect(await app.evaluate(`document.querySelector("input").value`)).toBe("");
  expect(await app.evaluate(`document.querySelector("[contenteditable]").textContent`)).toContain("words");
  // A page that a drop opened comes before one that is opened afterwards.
  await (await page.page.context().newPage()).close();
  expect(page.page.context().pages()).toHaveLength(1);
  await page.page.context().close();
});
