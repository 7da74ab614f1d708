import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { freeOthers, isWaiting, leave, startSoon, type Neighbour } from "./frames-alive.ts";

/** What is done to apps, in order. */
let done: string[];
const apps: App[] = [];

/** An app that is told what to do by the test. */
class App implements Neighbour {
  readonly name: string;
  hangs = false;
  isSilent = false;
  #settle: () => void = () => undefined;
  #release: () => void = () => undefined;

  constructor(name: string) {
    this.name = name;
    apps.push(this);
  }

  answer(): Promise<void> {
    return this.isSilent ? new Promise((resolve) => (this.#release = resolve)) : Promise.resolve();
  }

  clear(): void {
    done.push(`clear ${this.name}`);
    this.#over();
  }

  start(): Promise<void> {
    done.push(`start ${this.name}`);
    this.isSilent = false;
    return new Promise((resolve) => (this.#settle = resolve));
  }

  runs(): void {
    this.#settle();
  }

  end(): void {
    leave(this);
    this.#over();
  }

  #over(): void {
    this.#release();
    this.#settle();
  }
}

function running(name: string): App {
  const app = new App(name);
  startSoon(app);
  app.runs();
  return app;
}

function silent(name: string): App {
  const app = running(name);
  app.isSilent = true;
  return app;
}

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  done = [];
});
afterEach(async () => {
  for (const app of apps.splice(0)) app.end();
  await pass(10_000);
  vi.useRealTimers();
});

test("who answers goes on; who does not is cleared in one turn, and started one after the other", async () => {
  const [, b, c] = [running("a"), silent("b"), silent("c")];
  done = [];
  void freeOthers({ hung: true });
  await pass(299);
  expect(done).toEqual([]);
  await pass(1);
  expect(done).toEqual(["clear b", "clear c", "start b"]);
  expect([isWaiting(b), isWaiting(c)]).toEqual([false, true]);
  b.runs();
  await pass(0);
  expect(done.slice(3)).toEqual(["start c"]);
});

test("where all answer nobody waits, and nothing is cleared", async () => {
  running("a");
  done = [];
  void freeOthers({ hung: true });
  startSoon(new App("next"));
  expect(done).toEqual([]);
  await pass(0);
  expect(done).toEqual(["start next"]);
});

test("whom a person waits for comes before those that were held up", async () => {
  silent("a");
  done = [];
  void freeOthers({ hung: true });
  const next = new App("next");
  startSoon(next);
  await pass(300);
  expect(done).toEqual(["clear a", "start next"]);
  next.runs();
  await pass(0);
  expect(done.at(-1)).toBe("start a");
});

test("who ends meanwhile is not started, whether it was asked, waits or starts", async () => {
  const [a, b, c, d] = [silent("a"), silent("b"), silent("c"), silent("d")];
  done = [];
  void freeOthers({ hung: true });
  await pass(100);
  a.end();
  await pass(200);
  expect(done).toEqual(["clear b", "clear c", "clear d", "start b"]);
  c.end();
  b.end();
  await pass(0);
  expect(done.slice(4)).toEqual(["start d"]);
  d.runs();
  await pass(10_000);
  expect(done).toHaveLength(5);
});

test("a second one that is stopped meanwhile clears nobody twice, and loses nobody", async () => {
  const [a, b] = [silent("a"), silent("b")];
  done = [];
  void freeOthers({ hung: true });
  await pass(200);
  a.end();
  void freeOthers({ hung: true });
  await pass(100);
  expect(done).toEqual(["clear b", "start b"]);
  b.runs();
  await pass(10_000);
  expect(done).toHaveLength(2);
});

test("one that hangs again as it starts is cleared with the rest, which all start in the end", async () => {
  const [a, b] = [silent("a"), silent("b")];
  done = [];
  void freeOthers({ hung: true });
  await pass(300);
  a.isSilent = true;
  void freeOthers({ hung: true });
  expect(done).toEqual(["clear a", "clear b", "start a"]);
  await pass(300);
  expect(done.slice(3)).toEqual(["clear a", "start b"]);
  b.runs();
  await pass(0);
  expect(done.at(-1)).toBe("start a");
});

test("after one that may only have been slow the others have three seconds, and who hung before stays", async () => {
  const [before] = [silent("before"), silent("a")];
  before.hangs = true;
  done = [];
  void freeOthers({ hung: false });
  await pass(2999);
  expect(done).toEqual([]);
  await pass(1);
  expect(done).toEqual(["clear a", "start a"]);
});
