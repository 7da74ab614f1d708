import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CannotOpenError } from "./cannot-open.ts";
import { openDataFolder } from "./data-folder.ts";
import { Child } from "./testing/child.fixture.ts";
import { temporaryFolder } from "./testing/temporary-folder.fixture.ts";

const openLocked = (path: string): ReturnType<typeof openDataFolder> => openDataFolder({ path, lock: true });
const openBeside = (path: string): ReturnType<typeof openDataFolder> => openDataFolder({ path, lock: false });

function makeReady(path: string): void {
  using folder = openLocked(path);
  folder.markReady();
}

/** What the operator is told; fails when the folder opens. */
function refusalOf(open: () => Disposable): string {
  try {
    open()[Symbol.dispose]();
  } catch (error) {
    if (error instanceof CannotOpenError) return error.message;
    throw error;
  }
  throw new Error("The folder opened");
}

test("the first start makes a private folder, and later starts open it", () => {
  using parent = temporaryFolder();
  const path = join(parent.path, "deep", "data");
  makeReady(path);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  for (const file of readdirSync(path)) expect(statSync(join(path, file)).mode & 0o777, file).toBe(0o600);
  expect(JSON.parse(readFileSync(join(path, "anteroom.json"), "utf8"))).toMatchObject({
    format: 1,
    state: "ready",
  });
  using again = openLocked(path);
  expect(again.fresh).toBe(false);
});

test("an empty folder is taken, and so is one where a start ended before it wrote anything of worth", () => {
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, "lock.sqlite"), "");
  writeFileSync(join(folder.path, "lock.sqlite-journal"), "");
  writeFileSync(join(folder.path, "anteroom.json.new"), "{");
  using opened = openLocked(folder.path);
  expect(opened.fresh).toBe(true);
});

test("a folder of other files is refused and nothing is added to it", () => {
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, "diary.txt"), "mine");
  const text = refusalOf(() => openLocked(folder.path));
  expect(text).toContain("not Anteroom's");
  expect(text).toContain(folder.path);
  expect(text).toContain("ANTEROOM_DATA");
  expect(readdirSync(folder.path)).toEqual(["diary.txt"]);
});

test("a file in place of the folder is refused", () => {
  using parent = temporaryFolder();
  const path = join(parent.path, "data");
  writeFileSync(path, "a file");
  expect(refusalOf(() => openLocked(path))).toContain("is a file");
  expect(refusalOf(() => openLocked(join(path, "below")))).toContain("cannot be used (ENOTDIR)");
});

test("a folder that cannot be written is refused", () => {
  using parent = temporaryFolder();
  const path = join(parent.path, "data");
  makeReady(path);
  chmodSync(parent.path, 0o755);
  using _ = withoutRightsTo(path);
  expect(refusalOf(() => openLocked(path))).toMatch(
    /cannot be used \(EACCES\).*data\n.*allowed to read and write/s,
  );
  expect(refusalOf(() => openLocked(join(path, "below")))).toContain("cannot be used (EACCES)");
  expect(refusalOf(() => openBeside(path))).toContain("cannot be used (EACCES)");
});

test.each([
  ["of a newer layout", { format: 2, state: "ready" }, "newer Anteroom"],
  ["of an interrupted first start", { format: 1, state: "creating" }, "delete the folder and start again"],
  ["in no known state", { format: 1, state: "odd" }, "damaged"],
  ["of no known layout", { format: "1", state: "ready" }, "damaged"],
  ["that is no object", null, "damaged"],
])("a marker %s is refused, with the lock or without", (_, marker, told) => {
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, "anteroom.json"), JSON.stringify(marker));
  expect(refusalOf(() => openLocked(folder.path))).toContain(told);
  expect(refusalOf(() => openBeside(folder.path))).toContain(told);
});

test("a marker that is not JSON is refused", () => {
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, "anteroom.json"), '{"format": 1');
  expect(refusalOf(() => openLocked(folder.path))).toContain("damaged");
});

test("a ready folder without its database is refused, and none is made", () => {
  using folder = temporaryFolder();
  makeReady(folder.path);
  rmSync(join(folder.path, "anteroom.sqlite"));
  expect(refusalOf(() => openLocked(folder.path))).toContain("database is missing");
  expect(readdirSync(folder.path)).not.toContain("anteroom.sqlite");
});

test("beside the server the folder opens; where there is none, nothing is made", () => {
  using parent = temporaryFolder();
  const path = join(parent.path, "data");
  expect(refusalOf(() => openBeside(path))).toContain("Start the server first");
  expect(readdirSync(parent.path)).toEqual([]);
  expect(refusalOf(() => openBeside(parent.path))).toContain("no installation in this folder");
  makeReady(path);
  using server = openLocked(path);
  using beside = openBeside(path);
  expect(beside.databaseFile).toBe(server.databaseFile);
});

test(
  "a second server is refused while the first runs, and trying does not loosen the lock",
  { timeout: 30_000 },
  async () => {
    using folder = temporaryFolder();
    makeReady(folder.path);
    using _ = openLocked(folder.path);
    expect(refusalOf(() => openLocked(folder.path))).toContain("Another server is running");
    // A file that this process opened and closed meanwhile would have dropped the lock for other processes.
    await using second = new Child("hold-folder", folder.path);
    expect(await second.line()).toContain("Another server is running");
  },
);

test("the lock of a killed server is gone with it", { timeout: 30_000 }, async () => {
  using folder = temporaryFolder();
  makeReady(folder.path);
  await using server = new Child("hold-folder", folder.path);
  expect(await server.line()).toBe("ready");
  expect(refusalOf(() => openLocked(folder.path))).toContain("Another server is running");
  await server.kill();
  using opened = openLocked(folder.path);
  expect(opened.fresh).toBe(false);
});

test(
  "a first start that is killed before it is done is refused by the next",
  { timeout: 30_000 },
  async () => {
    using folder = temporaryFolder();
    await using server = new Child("hold-folder", folder.path);
    expect(await server.line()).toBe("fresh");
    await server.kill();
    expect(refusalOf(() => openLocked(folder.path))).toContain("was interrupted");
  },
);

/** Root may write anywhere, so a test that runs as root goes on as the user 65534 ("nobody"). */
function withoutRightsTo(path: string): Disposable {
  const root = process.geteuid?.() === 0;
  chmodSync(path, 0o500);
  if (root) process.seteuid?.(65_534);
  return {
    [Symbol.dispose]: () => {
      if (root) process.seteuid?.(0);
      chmodSync(path, 0o700);
    },
  };
}
