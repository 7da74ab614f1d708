import { expect, test } from "vitest";
import { readScan } from "./scan.ts";
import { SourceChecker } from "./source-checker.ts";

const files = (...names: string[]) => new Map(names.map((name) => [name, ""]));
const CALLER = "conn_one";
const broken = new URL("./testing/workers/check-hangs.fixture.ts", import.meta.url);

test("a file that does not compile is found with its place, others are scanned", async () => {
  await using checker = new SourceChecker();
  const [wrong, right] = await Promise.all([
    checker.check(new Map([["src/App.tsx", "export default function App() {\n  return <p>;\n}"]]), CALLER),
    checker.check(new Map([["src/App.tsx", "export default () => <p>hello</p>;"]]), CALLER),
  ]);
  const [fault] = wrong.diagnostics;
  expect(fault).toMatchObject({
    file: "src/App.tsx",
    line: expect.any(Number),
    column: expect.any(Number),
  });
  expect(Object.keys(fault ?? {})).toEqual(["file", "line", "column", "message"]);
  expect(wrong.scan).toBeUndefined();
  expect(right.diagnostics).toEqual([]);
  expect(readScan(right.scan?.report ?? "", ["src/App.tsx"])?.capabilities).toEqual([]);
});

test.each(["hang", "throw", "exit"])(
  "a job on which the thread does %s is refused, those after it are checked",
  async (how) => {
    await using checker = new SourceChecker({ worker: broken, slowMs: 1000 });
    const [before, bad, ...after] = await Promise.allSettled([
      checker.check(files("fine"), CALLER),
      checker.check(files(how), CALLER),
      ...Array.from({ length: 20 }, () => checker.check(files("fine"), CALLER)),
    ]);
    expect(before.status).toBe("fulfilled");
    expect(bad).toMatchObject({ status: "rejected", reason: { body: { code: "unavailable" } } });
    expect(after.every((one) => one.status === "fulfilled")).toBe(true);
  },
);

test("what takes a while is checked all the same", async () => {
  await using checker = new SourceChecker({ worker: broken, quickMs: 100 });
  expect(await checker.check(files("slow"), CALLER)).toEqual({ diagnostics: [] });
});

test("code whose scan takes too long is searched for words, and so proposed all the same", async () => {
  await using checker = new SourceChecker({ worker: broken, quickMs: 100, slowMs: 200 });
  expect(await checker.check(files("endless scan"), CALLER)).toEqual({ diagnostics: [] });
});

test("what cannot wait any more for its caller is refused at once, and nobody else's is", async () => {
  await using checker = new SourceChecker({ worker: broken, each: 8 });
  const many = Promise.allSettled(Array.from({ length: 10 }, () => checker.check(files("fine"), CALLER)));
  expect(await checker.check(files("fine"), "conn_two")).toEqual({ diagnostics: [] });
  const refused = (await many).map((one) => one.status === "rejected");
  expect(refused).toEqual(Array.from({ length: 10 }, (_, index) => index >= 8));
});

test("however much one caller brings that hangs, another is served in between (agent-6)", async () => {
  await using checker = new SourceChecker({ worker: broken, quickMs: 100, slowMs: 100_000 });
  let served = false;
  const flood = Array.from({ length: 60 }, async () => {
    await checker.check(files("hang"), CALLER).catch(() => undefined);
    return served;
  });
  await checker.check(files("fine"), "conn_two");
  served = true;
  // What hangs is let go of one by one, and the first of it is in the lane for the slow until the end.
  await checker[Symbol.asyncDispose]();
  expect((await Promise.all(flood)).filter((before) => !before).length).toBeLessThan(10);
});

test("a checker that is closed answers all that waits, and nothing new", async () => {
  const checker = new SourceChecker({ worker: broken });
  const waiting = Promise.allSettled([
    checker.check(files("hang"), CALLER),
    checker.check(files("fine"), CALLER),
  ]);
  await checker[Symbol.asyncDispose]();
  expect((await waiting).map((one) => one.status)).toEqual(["rejected", "rejected"]);
  await expect(checker.check(files("fine"), CALLER)).rejects.toMatchObject({ body: { code: "unavailable" } });
});
