import { expect, test } from "vitest";
import { mayFollow } from "./follow-answer.ts";

test.each([
  "http://127.0.0.1:33418/callback?code=x&iss=y",
  "https://client.example.test/cb",
  "cursor://anysphere.cursor-mcp/oauth/callback?code=x",
])("goes to the client at %s", (address) => {
  expect(mayFollow(address)).toBe(true);
});

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,x",
  "blob:http://x/1",
  "file:///etc/x",
  "",
])("never runs or opens %s", (address) => {
  expect(mayFollow(address)).toBe(false);
});
