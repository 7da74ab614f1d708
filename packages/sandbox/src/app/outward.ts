import { ask } from "../guest/calls.ts";
import { CALL_LIMITS } from "../wire/calls.ts";
import { AppError } from "./app-error.ts";

// Taken before the app runs, which may replace them.
const NativeBlob = Blob;
const isView = ArrayBuffer.isView.bind(ArrayBuffer);
const NativeBuffer = ArrayBuffer;

export async function openLink(url: string | URL): Promise<boolean> {
  const address = within("an address", `${url}`, CALL_LIMITS.address_units);
  return (await ask({ call: "link", url: address })).done;
}

export async function saveFile(
  name: string,
  data: string | Blob | ArrayBuffer | ArrayBufferView,
): Promise<boolean> {
  const file = within("the name of a file", `${name}`, CALL_LIMITS.file_name_units);
  const blob = blobOf(data);
  if (blob.size > CALL_LIMITS.file_bytes) {
    throw new AppError("too_large", `A file has at most ${CALL_LIMITS.file_bytes / 1024 / 1024} MiB.`);
  }
  return (await ask({ call: "save", name: file, data: blob })).done;
}

export async function notify(text: string): Promise<boolean> {
  return (await ask({ call: "notify", text: within("a message", `${text}`, CALL_LIMITS.notify_units) })).done;
}

function blobOf(data: unknown): Blob {
  if (data instanceof NativeBlob) return data;
  if (typeof data === "string" || data instanceof NativeBuffer) return new NativeBlob([data]);
  if (isView(data)) return new NativeBlob([data as ArrayBufferView<ArrayBuffer>]);
  throw new AppError(
    "invalid",
    "A file is made of a text, a Blob or an ArrayBuffer. Make a text of objects by JSON.stringify.",
  );
}

function within(what: string, text: string, units: number): string {
  if (text.length <= units) return text;
  throw new AppError("too_large", `As ${what}, this is too long: at most ${units} characters.`);
}
