import { expect, test } from "vitest";
import { exportFile, exportFileName, readSharedExport } from "./export-file.ts";

const entries = { "vote:1": '{"yes":2}', __proto__x: "null" };

test("what is exported can be read back, to the letter", () => {
  const file = exportFile({ form: "anteroom.shared.1", app: "Poll", at: "2026-11-30T12:00:00Z", entries });
  expect(readSharedExport(file)).toEqual(entries);
});

test.each([
  ["no JSON", "name,votes"],
  ["other JSON", "[1, 2]"],
  ["null", "null"],
  ["an app's own data", exportFile({ form: "anteroom.own.1", entries })],
  ["a later form", exportFile({ form: "anteroom.shared.2", entries })],
  ["entries that are none", exportFile({ form: "anteroom.shared.1", entries: "x" })],
  ["values that are not JSON texts", exportFile({ form: "anteroom.shared.1", entries: { a: 1 } })],
])("%s is no export", (_what, text) => {
  expect(readSharedExport(text)).toBeUndefined();
});

test("a file is named after its app, whatever that is called", () => {
  expect(exportFileName("Poll / Q3", "shared")).toBe("Poll-Q3-shared.json");
});
