import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Asks, type Ask } from "./asks.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const confirm = (text: string): Ask => ({ kind: "question", question: { kind: "confirm", text } });
const link: Ask = { kind: "link", url: new URL("https://example.test/") };

test("asks stand one after the other, and each gets its own answer", async () => {
  const asks = new Asks();
  const answers = [asks.put(confirm("first")), asks.put(link)];
  expect(asks.current()?.ask).toEqual(confirm("first"));
  asks.answer(true);
  expect(asks.current()?.ask).toBe(link);
  asks.dismiss();
  expect(asks.current()).toBeUndefined();
  expect(await Promise.all(answers)).toEqual([true, false]);
});

test("the third in a row may be stopped, and with it all that follow", async () => {
  const asks = new Asks();
  for (const offered of [false, false, true]) {
    void asks.put(confirm("again?"));
    expect(asks.current()?.mayStop).toBe(offered);
    if (!offered) asks.dismiss();
  }
  asks.stop();
  expect(asks.current()).toBeUndefined();
  expect(await asks.put(confirm("and now?"))).toBeNull();
  expect(asks.current()).toBeUndefined();
});

test("who waits a little before it asks again what nobody answers does not get around that", () => {
  const asks = new Asks();
  const alert: Ask = { kind: "question", question: { kind: "alert", text: "Look!" } };
  for (const offered of [false, false, true]) {
    void asks.put(offered ? link : alert);
    expect(asks.current()?.mayStop).toBe(offered);
    // An alert has no other answer.
    asks.answer(true);
    vi.advanceTimersByTime(4000);
  }
});

test("asks that a person's own doing lies between are not in a row", () => {
  const asks = new Asks();
  for (let times = 0; times < 5; times += 1) {
    void asks.put(confirm("sure?"));
    expect(asks.current()?.mayStop).toBe(false);
    asks.answer(true);
    vi.advanceTimersByTime(4000);
  }
});

test("nothing outlives its app", async () => {
  const asks = new Asks();
  const answers = [
    asks.put({ kind: "question", question: { kind: "alert", text: "Hello" } }),
    asks.put({ kind: "question", question: { kind: "prompt", text: "Name?" } }),
    asks.put({ kind: "copy", text: "x" }),
  ];
  asks.end();
  expect(asks.current()).toBeUndefined();
  expect(await Promise.all(answers)).toEqual([true, null, false]);
});
