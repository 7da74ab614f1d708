import { expect, test } from "vitest";
import { fileNameOf, linkOf } from "./outward.ts";

test.each([
  "https://example.test/a?b#c",
  "http://localhost:3000/",
  "mailto:ada@example.test",
  "tel:+4930123456",
])("%s can be opened", (address) => {
  expect(linkOf(address).href).toBe(address);
});

test.each([
  "",
  "/settings",
  "//example.test",
  "javascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>1</script>",
  "blob:https://example.test/1",
  "file:///etc/passwd",
  "https://",
  "https://bank.test@example.test/",
  "https://:secret@example.test/",
])("%j cannot", (address) => {
  expect(() => linkOf(address)).toThrow(expect.objectContaining({ code: "invalid" }));
});

test.each([
  ["votes 2026.csv", "votes 2026.csv"],
  ["../../etc/passwd", "_.._etc_passwd"],
  ["a\\b/c:d.txt", "a_b_c_d.txt"],
  ["\u202Egnp.exe", "_gnp.exe"],
  [".htaccess", "htaccess"],
  ["a\u0000\nb.txt ", "a_b.txt"],
  ["", "file"],
  ["...", "file"],
  [`invoice.pdf${" ".repeat(200)}.exe`, "invoice.pdf .exe"],
  ["a \u00a0\u3000b.txt", "a b.txt"],
  ["CON", "CON_"],
  [" lpt1.csv", "lpt1_.csv"],
  ["context.csv", "context.csv"],
  [`${"x".repeat(300)}.json`, `${"x".repeat(120)}.json`],
])("a file named %j is saved as %j", (text, name) => {
  expect(fileNameOf(text)).toBe(name);
});
