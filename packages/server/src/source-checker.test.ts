import { expect, test } from "vitest";
import { SourceChecker } from "./source-checker.ts";

const files = (...names: string[]) => new Map(names.map((name) => [name, ""]));
const broken = new URL("./testing/workers/check-hangs.fixture.ts", import.meta.url);

test("a file that does not compile is found with its place, others are not", async () => {
  await using checker = new SourceChecker();
  const [wrong, right] = await Promise.all([
    checker.check(new Map([["src/App.tsx", "export default function App() {\n  return <p>;\n}"]])),
    checker.check(new Map([["src/App.tsx", "export default () => <p>hello</p>;"]])),
  ]);
  expect(wrong[0]).toMatchObject({
    file: "src/App.tsx",
    line: expect.any(Number),
    column: expect.any(Number),
  });
  expect(Object.keys(wrong[0] ?? {})).toEqual(["file", "line", "column", "message"]);
  expect(right).toEqual([]);
});

test.each(["hang", "throw", "exit"])(
  "a job on which the thread does %s is refused, those after it are checked",
  async (how) => {
    await using checker = new SourceChecker({ worker: broken, limitMs: 1000 });
    const [before, bad, ...after] = await Promise.allSettled([
      checker.check(files("fine")),
      checker.check(files(how)),
      ...Array.from({ length: 20 }, () => checker.check(files("fine"))),
    ]);
    expect(before.status).toBe("fulfilled");
    expect(bad).toMatchObject({ status: "rejected", reason: { body: { code: "unavailable" } } });
    expect(after.every((one) => one.status === "fulfilled")).toBe(true);
  },
);

test("what cannot wait any more is refused at once", async () => {
  await using checker = new SourceChecker({ worker: broken, limitMs: 500, queue: 2 });
  const jobs = [files("fine"), files("fine"), files("fine")].map((one) => checker.check(one));
  const settled = await Promise.allSettled(jobs);
  expect(settled.map((one) => one.status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
});

test("a checker that is closed answers all that waits, and nothing new", async () => {
  const checker = new SourceChecker({ worker: broken });
  const waiting = Promise.allSettled([checker.check(files("hang")), checker.check(files("fine"))]);
  await checker[Symbol.asyncDispose]();
  expect((await waiting).map((one) => one.status)).toEqual(["rejected", "rejected"]);
  await expect(checker.check(files("fine"))).rejects.toMatchObject({ body: { code: "unavailable" } });
});
