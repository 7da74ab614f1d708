import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

type Ask = readonly (boolean | string | null)[];

/** An app that lists what it did; `body` stands in its component, `html` in what it draws. */
async function openAsking(body: string, html: string, ask: Ask) {
  const app = await room.open(
    {
      "src/App.tsx": `import { useEffect, useRef, useState } from "react";
export default function App() {
  const [done, setDone] = useState([]);
  const log = (what) => setDone((all) => [...all, String(what)]);
  ${body}
  return <main>${html}<output>{done.join(", ")}</output></main>;
}`,
    },
    { answers: { ask } },
  );
  await app.running();
  const questions = async () =>
    (await app.asked()).map((one) => {
      const { question } = one as { question: { kind: string; text: string } };
      return `${question.kind} ${question.text}`;
    });
  const did = (what: string) => expect.poll(() => app.frame.locator("output").textContent()).toBe(what);
  const press = (name: string) => app.frame.getByRole("button", { name, exact: true }).click();
  return { app, questions, did, press };
}

describe("a question in an event", () => {
  test("is answered with no at first, and the event comes again with the person's yes", async () => {
    const { press, did, questions, app } = await openAsking(
      `const remove = (event) => { const sure = confirm("Delete?"); log(sure + " " + event.isTrusted); };`,
      `<button onClick={remove}>delete</button>`,
      [true, false],
    );
    await press("delete");
    await did("false true, true false");
    await press("delete");
    await did("false true, true false, false true");
    expect(await questions()).toEqual(["confirm Delete?", "confirm Delete?"]);
    expect(await app.notices()).toEqual([]);
  });

  test("takes a text, also an empty one, and what was there at first", async () => {
    const { press, did, app } = await openAsking(
      `const rename = () => { const name = prompt("Name?", "old"); if (name !== null) log("[" + name + "]"); };`,
      `<button onClick={rename}>rename</button>`,
      ["new", "", null],
    );
    await press("rename");
    await did("[new]");
    await press("rename");
    await did("[new], []");
    await press("rename");
    await expect.poll(async () => (await app.asked()).length).toBe(3);
    await did("[new], []");
    expect((await app.asked())[0]).toEqual({
      call: "ask",
      question: { kind: "prompt", text: "Name?", initial: "old" },
    });
  });

  test("may follow another, and texts between them come once", async () => {
    const { press, did, questions } = await openAsking(
      `const go = () => {
    alert("Careful");
    if (!confirm("One?")) return alert("Not one");
    const two = prompt("Two?");
    if (two === null) return alert("Not two");
    alert("Both");
    log(two);
  };`,
      `<button onClick={go}>go</button>`,
      [true, true, "2", true],
    );
    await press("go");
    await did("2");
    expect(await questions()).toEqual(["alert Careful", "confirm One?", "prompt Two?", "alert Both"]);
  });

  test("that is answered with no shows what the app says then", async () => {
    const { press, questions } = await openAsking(
      `const go = () => { if (!confirm("Sure?")) alert("Then not"); };`,
      `<button onClick={go}>go</button>`,
      [false],
    );
    await press("go");
    await expect.poll(questions).toEqual(["confirm Sure?", "alert Then not"]);
  });

  test("is asked anew when it is another one in the event that comes again", async () => {
    const { press, did, questions } = await openAsking(
      `const count = useRef(0); const go = () => { if (confirm("Round " + (count.current += 1))) log("yes"); };`,
      `<button onClick={go}>go</button>`,
      [true, null],
    );
    await press("go");
    await expect.poll(questions).toEqual(["confirm Round 1", "confirm Round 2"]);
    await did("");
  });

  test("keeps its answer for that event alone", async () => {
    const { press, did, questions } = await openAsking(
      `const go = () => { if (confirm("Sure?")) { log("go"); setTimeout(() => log(confirm("Sure?")), 30); } };`,
      `<button onClick={go}>go</button>`,
      [true, null],
    );
    await press("go");
    await did("go, false");
    expect(await questions()).toEqual(["confirm Sure?", "alert Sure?"]);
  });

  test("works after promises that are kept at once, and not after a wait", async () => {
    const { press, did, app } = await openAsking(
      `const soon = async () => { await null; await 1; if (confirm("Soon?")) log("soon"); };
  const late = async () => { await new Promise((next) => setTimeout(next, 20)); log(confirm("Late?")); };`,
      `<button onClick={soon}>soon</button><button onClick={late}>late</button>`,
      [true, true],
    );
    await press("soon");
    await did("soon");
    expect(await app.notices()).toEqual([]);
    await press("late");
    await did("soon, false");
    expect(await app.notices()).toEqual(["unanswered_question"]);
  });
});

describe("the events that come again", () => {
  test("a form that is sent", async () => {
    const { app, did } = await openAsking(
      `const send = (event) => { event.preventDefault(); if (confirm("Send?")) log(new FormData(event.target).get("name") + " " + event.nativeEvent.submitter.value); };`,
      `<form onSubmit={send}><input name="name" defaultValue="Ada" /><button value="b">send</button></form>`,
      [true, true],
    );
    await app.frame.getByRole("button").click();
    await did("Ada b");
    await app.frame.getByRole("textbox").press("Enter");
    await did("Ada b, Ada b");
  });

  test("a key", async () => {
    const { app, did } = await openAsking(
      `useEffect(() => {
    const key = (event) => { if (event.key === "Delete" && confirm("Clear?")) log(event.key + event.ctrlKey); };
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, []);`,
      `<input />`,
      [true],
    );
    await app.frame.getByRole("textbox").press("Control+Delete");
    await did("Deletetrue");
  });

  test("a choice, as it was made", async () => {
    const { app, did } = await openAsking(
      `const [size, setSize] = useState("s"); const change = (event) => { if (confirm("Change?")) { setSize(event.target.value); log(event.target.value); } };`,
      `<select value={size} onChange={change}><option>s</option><option>m</option></select>`,
      [true, false],
    );
    const select = app.frame.getByRole("combobox");
    await select.selectOption("m");
    await did("m");
    expect(await select.inputValue()).toBe("m");
    await select.selectOption("s");
    await expect.poll(async () => (await app.asked()).length).toBe(2);
    expect(await select.inputValue()).toBe("m");
  });

  test("a box, whether React keeps it or the browser", async () => {
    const { app, did } = await openAsking(
      `const [on, setOn] = useState(false); const change = (event) => { if (confirm("Kept?")) { setOn(event.target.checked); log("kept " + event.target.checked); } };`,
      `<input type="checkbox" aria-label="kept" checked={on} onChange={change} />
  <input type="checkbox" aria-label="free" onChange={(event) => { if (confirm("Free?")) log("free " + event.target.checked); }} />`,
      [true, true],
    );
    const [kept, free] = [app.frame.getByLabel("kept"), app.frame.getByLabel("free")];
    await kept.click();
    await did("kept true");
    expect(await kept.isChecked()).toBe(true);
    await free.click();
    await did("kept true, free true");
    expect(await free.isChecked()).toBe(true);
  });

  test("a click that the app makes itself, and one that leads on to a form", async () => {
    const { app, did } = await openAsking(
      `const first = (event) => { if (!confirm("Click?")) event.preventDefault(); };
  const send = (event) => { event.preventDefault(); if (confirm("Submit?")) log("sent"); };`,
      `<form onSubmit={send}><button id="inner" onClick={first}>inner</button></form>
  <button onClick={() => document.getElementById("inner").click()}>outer</button>`,
      [true, true],
    );
    await app.frame.getByRole("button", { name: "outer" }).click();
    await did("sent");
  });

  test("none where its target is gone: the page is told", async () => {
    const { press, app, questions } = await openAsking(
      `const [open, setOpen] = useState(true); const pick = () => { setOpen(false); if (confirm("Pick?")) log("picked"); };`,
      `{open && <button onClick={pick}>pick</button>}`,
      [true],
    );
    await press("pick");
    await expect.poll(questions).toEqual(["confirm Pick?"]);
    await expect.poll(() => app.notices()).toEqual(["unanswered_question"]);
  });
});

test("a question that no event led to is shown and answered with no", async () => {
  const { did, questions, app } = await openAsking(
    `useEffect(() => { const timer = setTimeout(() => log([confirm("Now?"), prompt("What?"), alert("So")].join("|")), 20); return () => clearTimeout(timer); }, []);`,
    "",
    [],
  );
  await did("false||");
  expect(await questions()).toEqual(["alert Now?", "alert What?", "alert So"]);
  expect(await app.notices()).toEqual(["unanswered_question"]);
});

test("an app that asks without end does not fill the page", async () => {
  const { questions, did, press } = await openAsking(
    `const flood = () => { for (let n = 0; n < 1000; n += 1) { alert("a" + n); confirm("c" + n); } log("over"); };`,
    `<button onClick={flood}>flood</button>`,
    [],
  );
  await press("flood");
  await did("over");
  expect((await questions()).length).toBeLessThan(20);
});
