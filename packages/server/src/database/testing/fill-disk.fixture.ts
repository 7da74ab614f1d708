import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "@anteroom/features/kernel/errors";
import { openDatabase } from "../open.ts";
import { appendNote } from "./writes.fixture.ts";

/**
 * Appends notes until no file may grow any more, as on a full disk, then makes room and appends until the
 * database file grows again. `argv`: the data folder. Prints a line for each of the three.
 */
const [folder = ""] = process.argv.slice(2);
// It would wait for ever where what it waits for never comes.
process.stdin.resume().once("close", () => process.exit(1));
const say = (line: string): unknown => process.stdout.write(`${line}\n`);
const failures: string[] = [];
const database = await openDatabase({
  folder,
  lock: true,
  writesModule: new URL("./writes.fixture.ts", import.meta.url).href,
  onSignals: () => undefined,
  onError: (error) => failures.push(error.message),
});
const file = join(folder, "anteroom.sqlite");
const size = (): number => statSync(file).size;
let acknowledged = 0;

function limitFiles(bytes: number | "unlimited"): void {
  execFileSync("prlimit", ["--pid", `${process.pid}`, `--fsize=${bytes}:unlimited`]);
}

async function append(): Promise<Refusal | undefined> {
  try {
    await database.store.write(appendNote, { resource: "r", text: "x".repeat(20_000) });
    acknowledged += 1;
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

limitFiles(size() + 200_000);
let refusal = await append();
while (!refusal) refusal = await append();
say(`refused after ${acknowledged} notes: ${refusal.body.hint}`);
const told = (): string | undefined => failures.find((failure) => failure.includes("folded"));
while (told() === undefined) await sleep(20);
say(told() ?? "");

limitFiles("unlimited");
const before = size();
while (size() <= before + 200_000) {
  const again = await append();
  if (again) throw again;
  await sleep(20);
}
const { count } = await database.store.read
  .selectFrom("events")
  .select((eb) => eb.fn.countAll<number>().as("count"))
  .executeTakeFirstOrThrow();
say(`folded, and ${count} of ${acknowledged} notes are there`);
process.exit();
