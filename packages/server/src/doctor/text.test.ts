import { expect, test } from "vitest";
import { ok, problem, warning } from "./finding.ts";
import { diagnosisText } from "./text.ts";

test("each check has a line, what to do stands below it, and what it means for people after that", () => {
  const checks = [
    ok("address", "It answers."),
    warning("settings", "ANTEROOM_X is not known.", "Remove it."),
    problem("app host", "No name.", "Make a record."),
  ];
  expect(diagnosisText({ checks, gives: ["Firefox: apart."] })).toBe(`ok       address: It answers.
warning  settings: ANTEROOM_X is not known.
         → Remove it.
PROBLEM  app host: No name.
         → Make a record.

If an app hangs:
  Firefox: apart.

1 problem, 1 warning.
`);
});

test("what acts upon a terminal is written out", () => {
  const check = warning("settings", "ANTEROOM_\u001b[2J\u202e is not known.", "Remove it.\r");
  expect(check).toMatchObject({
    what: "ANTEROOM_\\u{1b}[2J\\u{202e} is not known.",
    todo: "Remove it.\\u{d}",
  });
});

test("where all is well that is the last word", () => {
  expect(diagnosisText({ checks: [ok("page", "Fine.")], gives: [] })).toBe(
    "ok       page: Fine.\n\nAll is well.\n",
  );
});
