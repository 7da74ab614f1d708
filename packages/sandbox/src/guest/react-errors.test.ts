import { expect, test } from "vitest";
import { explain } from "./react-errors.ts";

test("says in words what React gives by number, and leaves the rest", () => {
  const rest = "for the full message or use the non-minified dev environment.";
  expect(
    explain(`Minified React error #130; visit https://react.dev/errors/130?args[]=undefined&args[]= ${rest}`),
  ).toBe(
    "Something was used as a component that is none: undefined. Is it exported, and imported by that name?",
  );
  expect(explain(`Minified React error #321; visit https://react.dev/errors/321 ${rest}`)).toContain(
    "A hook was called outside",
  );
  const unknown = `Minified React error #999; visit https://react.dev/errors/999 ${rest}`;
  expect(explain(unknown)).toBe(unknown);
  expect(explain("boom")).toBe("boom");
});
