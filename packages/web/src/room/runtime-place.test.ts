import { expect, test } from "vitest";
import { readHosts } from "./runtime-place.ts";

test.each(["https://*.apps.example.test", "https://*.apps.example.test:8443", "http://*.localhost:4747"])(
  "apps get hosts of their own: %s",
  (pattern) => expect(readHosts(pattern)).toBe(pattern),
);

test.each([
  "",
  "__APPS__",
  "https://*",
  "https://apps.example.test",
  "https://*.apps.example.test/rt",
  "https://*.*.example.test",
  "https://*.apps.example.test https://elsewhere.example.test",
  "https://*@elsewhere.example.test",
  "http://*.apps.example.test",
  "javascript:*.localhost",
])("and none by anything else: %j", (content) => expect(readHosts(content)).toBeUndefined());
