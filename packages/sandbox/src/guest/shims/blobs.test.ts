import { expect, test } from "vitest";
import { blobOfData, nameOf } from "./blobs.ts";

test.each([
  ["data:text/csv,a%2Cb%0A1%2C2", "text/csv", "a,b\n1,2"],
  ["data:text/csv;charset=utf-8,Gr%C3%BC%C3%9Fe", "text/csv;charset=utf-8", "Grüße"],
  ["data:text/csv;charset=utf-8,Grüße%", "text/csv;charset=utf-8", "Grüße%"],
  ["data:application/json;base64,eyJhIjoxfQ==", "application/json", `{"a":1}`],
  ["data:text/plain;base64,aGk%3D", "text/plain", "hi"],
  ["DATA:,x", "text/plain", "x"],
  ["data:text/plain,a#fragment", "text/plain", "a"],
  ["data:text/plain,", "text/plain", ""],
])("reads %s", async (address, type, text) => {
  const blob = blobOfData(address);
  expect(blob?.type).toBe(type);
  expect(await blob?.text()).toBe(text);
});

test("reads bytes that are no text", async () => {
  const blob = blobOfData("data:image/png;base64,iVBORwAA/w==");
  expect([...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer())]).toEqual([
    0x89, 0x50, 0x4e, 0x47, 0, 0, 0xff,
  ]);
});

test.each(["data:text/plain;base64,%%%", "data:no-comma", "https://example.test/"])(
  "makes nothing of %s",
  (address) => {
    expect(blobOfData(address)).toBeUndefined();
  },
);

test.each([
  ["text/csv;charset=utf-8", "file.csv"],
  ["text/plain", "file.txt"],
  ["image/svg+xml", "file.svg"],
  ["application/octet-stream", "file"],
  ["", "file"],
])("names a file of kind %j", (type, name) => {
  expect(nameOf(new Blob([], { type }))).toBe(name);
});
