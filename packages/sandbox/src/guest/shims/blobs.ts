/** The blobs to which the app has an address: nothing else than this could read them back in the frame. */
const blobs = new Map<string, Blob>();

/** Keeps what the app makes an address for, as long as the address is good. */
export function watchBlobs(): void {
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = (source) => {
    const url = createObjectURL(source);
    if (source instanceof Blob) blobs.set(url, source);
    return url;
  };
  URL.revokeObjectURL = (url) => {
    blobs.delete(url);
    revokeObjectURL(url);
  };
}

/** What stands behind an address of a blob or of data; undefined when there is nothing, or it is spoilt. */
export function blobOf(url: URL): Blob | undefined {
  if (url.protocol === "blob:") return blobs.get(url.href.replace(/#.*$/u, ""));
  return url.protocol === "data:" ? blobOfData(url.href) : undefined;
}

/** The bytes of a `data:` address (RFC 2397; WHATWG Fetch, 6). */
export function blobOfData(address: string): Blob | undefined {
  const [, head, body] = /^data:([^,]*),([^#]*)/isu.exec(address) ?? [];
  if (head === undefined || body === undefined) return undefined;
  const isBase64 = /; *base64 *$/iu.test(head);
  const type = head.replace(/; *base64 *$/iu, "").trim() || "text/plain";
  const bytes = unescaped(body);
  try {
    return new Blob([isBase64 ? Uint8Array.from(atob(latin1(bytes)), (one) => one.charCodeAt(0)) : bytes], {
      type,
    });
  } catch {
    return undefined;
  }
}

/** UTF-8, with each `%` and two hex digits as the byte that they name. */
function unescaped(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text);
  let end = 0;
  for (let at = 0; at < bytes.length; at += 1, end += 1) {
    const hex = bytes[at] === 0x25 ? latin1(bytes.subarray(at + 1, at + 3)) : "";
    const isEscape = /^[\da-f]{2}$/iu.test(hex);
    bytes[end] = isEscape ? Number.parseInt(hex, 16) : (bytes[at] ?? 0);
    if (isEscape) at += 2;
  }
  return bytes.slice(0, end);
}

function latin1(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}

/** A name for a file of which only the kind is known. */
export function nameOf({ type }: Blob): string {
  const [, kind = ""] = /^[a-z]+\/([a-z\d]+)/iu.exec(type) ?? [];
  const ending = kind === "plain" ? "txt" : kind;
  return ending === "" || ending === "octet" ? "file" : `file.${ending.toLowerCase()}`;
}
