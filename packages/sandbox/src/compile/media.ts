import { mediaTypeOf } from "./kinds.ts";

const DATA_URL = /^data:(?:image|font|application)\/[\w.+-]+(?:;[\w=.-]+)*,/iu;
const BASE64 = /^[\w+/]+={0,2}$/u;

/**
 * A picture or font of an app as a data: URL. Files are texts: an SVG is its own source, any other holds
 * base64 or a data: URL. Undefined when it holds neither, or the file is no such thing.
 */
export function dataUrl(file: string, text: string): string | undefined {
  const type = mediaTypeOf(file);
  if (type === undefined) return undefined;
  const content = text.trim();
  if (DATA_URL.test(content)) return content;
  if (type === "image/svg+xml") return `data:${type},${encodeURIComponent(content.toWellFormed())}`;
  const base64 = content.replace(/\s+/gu, "");
  return BASE64.test(base64) ? `data:${type};base64,${base64}` : undefined;
}
