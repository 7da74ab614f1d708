import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStand, type Answers, type RoomPage, type Stand } from "./testing/stand.ts";

let stand: Stand;
let room: RoomPage;

beforeAll(async () => {
  stand = await createStand();
  room = await stand.openPage();
});
afterAll(async () => {
  await stand[Symbol.asyncDispose]();
});

/** An app whose buttons call what stands in them; each says below what came of it. */
async function openButtons(buttons: Readonly<Record<string, string>>, answers: Answers = {}) {
  const handlers = Object.entries(buttons).map(
    ([
      name,
      code,
    ]) => `<button onClick={async (event) => { say("…"); try { say(await (async () => { ${code} })()); }
    catch (error) { say(error.name + ": " + error.message); } }}>${name}</button>`,
  );
  const app = await room.open(
    {
      "src/App.tsx": `import { useState } from "react";
export default function App() {
  const [said, setSaid] = useState("");
  const say = (what) => setSaid(String(what));
  return <main>${handlers.join("\n")}<output>{said}</output></main>;
}`,
    },
    { answers },
  );
  await app.running();
  const said = app.frame.locator("output");
  return {
    app,
    press: async (name: string, expected: string) => {
      await app.frame.getByRole("button", { name, exact: true }).click();
      await expect.poll(() => said.textContent()).toBe(expected);
    },
  };
}

describe("storage of the browser", () => {
  test("is there while the app is open, touches nothing of ours, and the page is told once", async () => {
    const app = await room.open(
      {
        "src/App.tsx": `import { useState } from "react";
export default function App() {
  const [n, setN] = useState(() => Number(localStorage.getItem("n") ?? "0"));
  const add = () => { localStorage.n = n + 1; sessionStorage.setItem("s", "1"); document.cookie = "c=" + n; setN(n + 1); };
  return <button onClick={add}>{[n, localStorage.length, sessionStorage.length, document.cookie].join(" ")}</button>;
}`,
      },
      { answers: {} },
    );
    const button = app.frame.getByRole("button");
    await app.frame.getByText("0 0 0").click();
    await app.frame.getByText("1 1 1 c=0").click();
    await app.frame.getByText("2 1 1 c=1").waitFor();
    expect(await app.notices()).toEqual(["fleeting_storage"]);
    expect(await app.evaluate("localStorage instanceof Storage")).toBe(true);
    expect(await room.page.evaluate("[localStorage.length, sessionStorage.length, document.cookie]")).toEqual(
      [0, 0, ""],
    );
    await app.call(".reload()");
    await app.frame.getByText("0 0 0").waitFor();
    expect(await button.count()).toBe(1);
  });

  test("that there is none of fails as it fails elsewhere, and is told", async () => {
    const { press, app } = await openButtons({
      looks: `return ["indexedDB", "caches"].every((name) => window[name] !== undefined) && "serviceWorker" in navigator && navigator.serviceWorker !== undefined`,
      database: `return new Promise((resolve, reject) => {
        const request = indexedDB.open("x", 1);
        request.onsuccess = resolve;
        request.onerror = () => resolve([request instanceof IDBOpenDBRequest, request.readyState, request.error.name].join(" "));
      })`,
      listened: `return new Promise((resolve) => indexedDB.deleteDatabase("x").addEventListener("error", ({ type }) => resolve(type)))`,
      caches: `await caches.open("x")`,
      files: `await navigator.storage.getDirectory()`,
      worker: `await navigator.serviceWorker.register("/sw.js")`,
    });
    await press("looks", "true");
    expect(await app.notices()).toEqual([]);
    await press("database", "true done SecurityError");
    expect(await app.notices()).toEqual(["no_storage"]);
    await press("listened", "error");
    for (const [name, what] of [
      ["caches", "caches"],
      ["files", "navigator.storage"],
    ] as const) {
      await press(
        name,
        `SecurityError: ${what} is not there for an app. Keep data by storage of "@anteroom/app".`,
      );
    }
    await press("worker", "SecurityError: An app can have no service worker.");
    expect(await app.notices()).toEqual(["no_storage"]);
  });
});

describe("links and files", () => {
  const LINKS = `export default () => <main>
  <a href="https://example.test/w" target="_blank">window</a>
  <a href="https://example.test/s" onClick={(event) => event.stopPropagation()}><b>self</b></a>
  <a href="mailto:ada@example.test">mail</a>
  <a href="https://example.test/n" onClick={(event) => event.preventDefault()}>prevented</a>
  <a href="#below">hash</a>
  <a href="data:text/csv,a%2Cb" download="table.csv">data</a>
  <svg width="60" height="20"><a href="https://example.test/svg"><text y="15">drawn</text></a></svg>
  <p id="below" style={{ marginTop: 3000 }}>below</p>
</main>;`;

  test("are opened and saved by the page", async () => {
    const app = await room.open({ "src/App.tsx": LINKS }, { answers: { link: true, save: true } });
    await app.running();
    for (const name of ["window", "self", "mail", "prevented", "hash", "data", "drawn"]) {
      await app.frame.getByText(name, { exact: true }).click();
    }
    await expect
      .poll(() => app.asked())
      .toEqual([
        { call: "link", url: "https://example.test/w" },
        { call: "link", url: "https://example.test/s" },
        { call: "link", url: "mailto:ada@example.test" },
        { call: "save", name: "table.csv", type: "text/csv", text: "a,b" },
        { call: "link", url: "https://example.test/svg" },
      ]);
    expect(await app.evaluate("location.hash")).toBe("#below");
    expect(await app.states()).toEqual(["starting", "running"]);
  });

  test("are made by the app's own code too", async () => {
    const { press, app } = await openButtons(
      {
        open: `return String(window.open("https://example.test/o", "_blank", "noopener"))`,
        csv: `const link = document.createElement("a");
          link.href = URL.createObjectURL(new Blob(["a,b"], { type: "text/csv" }));
          link.download = "out.csv";
          link.click();
          URL.revokeObjectURL(link.href);
          return "done"`,
        attached: `const link = document.body.appendChild(document.createElement("a"));
          link.setAttribute("href", "data:application/json,{}");
          link.setAttribute("download", "");
          link.click();
          link.remove();
          return "done"`,
        dispatched: `const link = document.createElement("a");
          link.href = URL.createObjectURL(new File(["x"], "x"));
          link.download = "saved";
          return String(link.dispatchEvent(new MouseEvent("click")))`,
        shown: `window.open(URL.createObjectURL(new Blob(["%PDF"], { type: "application/pdf" })))`,
        gone: `const link = document.createElement("a");
          link.href = URL.createObjectURL(new Blob([]));
          URL.revokeObjectURL(link.href);
          link.click();
          return "done"`,
      },
      { link: true, save: true },
    );
    await press("open", "null");
    await press("csv", "done");
    await press("attached", "done");
    await press("dispatched", "true");
    await press("shown", "undefined");
    await expect
      .poll(() => app.asked())
      .toEqual([
        { call: "link", url: "https://example.test/o" },
        { call: "save", name: "out.csv", type: "text/csv", text: "a,b" },
        { call: "save", name: "file.json", type: "application/json", text: "{}" },
        { call: "save", name: "saved", type: "", text: "x" },
        { call: "save", name: "file.pdf", type: "application/pdf", text: "%PDF" },
      ]);
    await press("gone", "done");
    await app.frame.getByText("The file behind a link is not there any more.").waitFor();
  });

  test("are told with their line when they are too large, or lead to no address", async () => {
    const app = await room.open(
      {
        "src/App.tsx": `const link = document.createElement("a");
export default () => <button onClick={() => {
  window.open("spotify:track");
  link.href = URL.createObjectURL(new Blob([new Uint8Array(21 * 1024 * 1024)]));
  link.click();
}}>go</button>;`,
      },
      { answers: { link: true, save: true } },
    );
    await app.running();
    await app.frame.getByRole("button").press("Enter");
    const alert = app.frame.getByRole("alert");
    await alert.getByText("A file has at most 20 MiB.").waitFor();
    await alert.getByText("A link is a whole address that begins with").waitFor();
    await alert.getByText("src/App.tsx, line 3").waitFor();
    expect(await app.asked()).toEqual([]);
  });

  test("that lead to pages that an app does not have are named, and the app stays", async () => {
    const app = await room.open(
      { "src/App.tsx": `export default () => <><a href="/about">about</a> <a href="">empty</a></>;` },
      { answers: { link: true } },
    );
    await app.running();
    for (const name of ["about", "empty"]) await app.frame.getByText(name, { exact: true }).click();
    const alert = app.frame.getByRole("alert");
    await alert.getByText(`A link leads to "/about", and an app has no pages but its one.`).waitFor();
    await alert.getByText(`A link leads to "", and an app`).waitFor();
    await app.frame.getByText("about", { exact: true }).waitFor();
    expect(await app.asked()).toEqual([]);
  });

  test("are named where the page opens none", async () => {
    const app = await room.open({
      "src/App.tsx": `export default () => <a href="https://example.test/x">x</a>;`,
    });
    await app.running();
    await app.frame.getByText("x", { exact: true }).click();
    expect(await app.failure()).toMatchObject({ code: "policy", stopped: false });
    expect(await app.alert()).toContain("This page does not do that for an app: https://example.test/x");
  });

  test("a form that is sent is stopped and named, and the app stays", async () => {
    const app = await room.open(
      {
        "src/App.tsx": `export default () => <>
  <form action="https://example.test/p"><button>away</button></form>
  <form><button>plain</button></form>
  <form onSubmit={(event) => event.preventDefault()}><button>handled</button></form>
  <dialog open><form method="dialog"><button>closing</button></form></dialog>
</>;`,
      },
      { answers: {} },
    );
    await app.running();
    for (const name of ["handled", "closing"]) await app.frame.getByRole("button", { name }).click();
    await app.frame.getByRole("button", { name: "closing" }).waitFor({ state: "hidden" });
    await app.frame.getByRole("button", { name: "away" }).click();
    await app.frame
      .getByText(`A form was sent to "https://example.test/p", and an app's forms go nowhere.`)
      .waitFor();
    await app.frame.getByRole("button", { name: "plain" }).click();
    await app.frame.getByText("A form was sent, and an app's forms go nowhere.").waitFor();
    await app.evaluate("document.forms[0].submit()");
    expect(await app.failure()).toMatchObject({ code: "policy", stopped: false });
    expect(await app.states()).toHaveLength(4);
  });
});

describe("the clipboard", () => {
  const BUTTONS = {
    write: `await navigator.clipboard.writeText("text"); return "copied"`,
    item: `await navigator.clipboard.write([new ClipboardItem({ "text/plain": new Blob(["item"], { type: "text/plain" }) })]); return "copied"`,
    selected: `const field = document.body.appendChild(document.createElement("textarea"));
      field.value = "selected"; field.select();
      const done = document.execCommand("copy"); field.remove(); return done`,
    replaced: `document.addEventListener("copy", (event) => { event.clipboardData.setData("text/plain", "replaced"); event.preventDefault(); }, { once: true });
      return document.execCommand("copy")`,
    nothing: `document.getSelection().removeAllRanges(); document.activeElement.blur(); return document.execCommand("copy")`,
    read: `await navigator.clipboard.readText()`,
  };

  test("is written by the page, and read by nobody", async () => {
    const { press, app } = await openButtons(BUTTONS, { copy: true });
    await press("write", "copied");
    await press("item", "copied");
    await press("selected", "true");
    await press("replaced", "true");
    await press("nothing", "false");
    await expect
      .poll(async () => (await app.asked()).map((one) => (one as { text: string }).text))
      .toEqual(["text", "item", "selected", "replaced"]);
    expect(await app.notices()).toEqual([]);
    await press("read", "NotAllowedError: An app cannot read the clipboard.");
    expect(await app.notices()).toEqual(["clipboard_read"]);
  });

  test("refuses as browsers do when the person says no", async () => {
    const { press } = await openButtons(BUTTONS, { copy: false });
    await press("write", "NotAllowedError: The person, or the page, did not let the app copy.");
  });
});

test("printing, the full screen and a wake lock are told", async () => {
  const { press, app } = await openButtons({
    print: `print()`,
    full: `await document.documentElement.requestFullscreen()`,
    wake: `await navigator.wakeLock.request("screen")`,
  });
  await press("print", "undefined");
  await press("full", "TypeError: Disallowed by permissions policy");
  await app.frame.getByRole("button", { name: "wake" }).click();
  await app.frame.getByText("NotAllowedError").waitFor();
  expect(await app.notices()).toEqual(["print", "fullscreen", "wake_lock"]);
});
