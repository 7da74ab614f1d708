import { expect, expectTypeOf, test } from "vitest";
import type * as told from "./anteroom-app.d.ts";
import * as app from "./index.ts";

test("an app gets what its declaration tells, and nothing else", () => {
  expectTypeOf<typeof app>().toExtend<typeof told>();
  expectTypeOf<typeof told>().toExtend<typeof app>();
  expectTypeOf<told.AppErrorCode>().toEqualTypeOf<app.AppError["code"]>();
  expect(Object.keys(app).toSorted()).toEqual([
    "AppError",
    "notify",
    "openLink",
    "room",
    "saveFile",
    "shared",
    "storage",
    "useRoom",
    "useShared",
    "useStored",
  ]);
});
