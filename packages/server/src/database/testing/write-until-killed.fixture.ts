import { openDatabase } from "../open.ts";
import { appendNote } from "./writes.fixture.ts";

/**
 * Eight writers append notes to three resources, each its own notes in order, and print each note once it is
 * acknowledged. `argv`: the data folder, and a word that tells this run's notes from others.
 */
const [folder = "", run = ""] = process.argv.slice(2);
const database = await openDatabase({
  folder,
  lock: true,
  writesModule: new URL("./writes.fixture.ts", import.meta.url).href,
  onSignals: () => undefined,
  onError: (error) => process.stderr.write(`${error.message}\n`),
});

async function writeForever(writer: number): Promise<void> {
  for (let number = 1; ; number++) {
    const note = { resource: `r${number % 3}`, text: `${run}/${writer}/${number}` };
    const sequence = await database.store.write(appendNote, note);
    process.stdout.write(`${note.resource} ${sequence} ${note.text}\n`);
  }
}

await Promise.all(Array.from({ length: 8 }, (_, writer) => writeForever(writer)));
