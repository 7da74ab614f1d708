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

test("tells the sign-in page that a sign-in ended, and never otherwise", () => {
  expect(signInAddress("/")).toBe("/sign-in");
  expect(signInAddress("/", true)).toBe("/sign-in?ended=1");
  expect(signInAddress("/connected", true)).toBe("/sign-in?return=%2Fconnected&ended=1");
});

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
