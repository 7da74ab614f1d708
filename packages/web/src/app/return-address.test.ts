import { expect, test } from "vitest";
import { returnAddress, signInAddress } from "./return-address.ts";

const ORIGIN = "http://anteroom.example.test";

test.each(["/", "/connected", "/connected/proposals/prop_1?file=2#end", "/consent/abc"])(
  "goes back to %s",
  (place) => {
    const asked = new URL(signInAddress(place), ORIGIN).searchParams.get("return");
    expect(returnAddress(asked, ORIGIN)).toBe(place);
  },
);

test.each([
  null,
  "",
  "connected",
  "//elsewhere.example.test/",
  "/\\elsewhere.example.test",
  "/\t/elsewhere.example.test",
  "https://elsewhere.example.test/",
  "javascript:alert(1)",
  "/sign-in?return=/sign-in",
  "///elsewhere.example.test",
  "/.//elsewhere.example.test",
  "/x/..//elsewhere.example.test",
])("never leaves this origin, nor goes round in circles, for %j (page-7)", (asked) => {
  expect(returnAddress(asked, ORIGIN)).toBe("/");
});
