import { expect, test } from "vitest";
import { createKeyReader } from "./key-reader.ts";

function reader() {
  const ran: string[] = [];
  const shortcut = (keys: string) => ({ keys, label: keys, run: () => void ran.push(keys) });
  const read = createKeyReader(() => ["g c", "g h", "j", "c", "?"].map(shortcut));
  return { ran, read };
}

test("a single key acts, in either case", () => {
  const { ran, read } = reader();
  expect(read("j", 0)).toBe(true);
  expect(read("J", 10)).toBe(true);
  expect(ran).toEqual(["j", "j"]);
});

test("two keys in a row are a pair, and the second does not act by itself then", () => {
  const { ran, read } = reader();
  expect(read("g", 0)).toBe(false);
  expect(read("c", 300)).toBe(true);
  expect(read("c", 600)).toBe(true);
  expect(ran).toEqual(["g c", "c"]);
});

test("a first key is forgotten after a while", () => {
  const { ran, read } = reader();
  read("g", 0);
  read("h", 5000);
  read("c", 5100);
  expect(ran).toEqual(["c"]);
});

test("an unknown key is left to the browser", () => {
  const { ran, read } = reader();
  expect(read("Tab", 0)).toBe(false);
  expect(ran).toEqual([]);
});
