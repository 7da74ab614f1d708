import { expect, test } from "vitest";
import { RefusalError, type RefusalBody } from "@anteroom/client";
import { isShortPassword, newPersonErrors } from "./new-person.ts";

const say = (key: string): string => key;

function refused(body: Partial<RefusalBody>): RefusalError {
  return new RefusalError({ code: "invalid_arguments", message: "No.", ...body }, 400);
}

test("a password counts its characters and not its UTF-16 units", () => {
  expect(isShortPassword("🚪🚪🚪🚪🚪🚪")).toBe(true);
  expect(isShortPassword("twelve chars")).toBe(false);
});

test.each(["name", "email", "password", "workspace_name"])(
  "an error about %s stands at its field",
  (where) => {
    expect(Object.keys(newPersonErrors(refused({ where }), say))).toEqual([where]);
  },
);

test("an email that is known stands at the email", () => {
  const known = refused({ code: "conflict_state", where: "email" });
  expect(newPersonErrors(known, say)).toEqual({ email: "new-person.known" });
});

test.each([undefined, new Error("x"), refused({ where: "secret" }), refused({ code: "rate_limited" })])(
  "other errors belong to no field: %o",
  (error) => {
    expect(newPersonErrors(error, say)).toEqual({});
  },
);
