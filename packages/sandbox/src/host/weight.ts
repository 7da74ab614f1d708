import { isObject } from "../wire/shape.ts";

/** So many UTF-16 units of text cost the page about what any message does. */
const UNITS_OF_WEIGHT = 4096;
/** No message of the runtime has so many parts; what one weighs that does. */
const MOST_PARTS = 500;
const PARTS_WEIGHT = 100;

/** What a message of a frame costs the page, in messages, which reads through the whole of it: every text and part. */
export function weightOf(message: unknown): number {
  const parts: unknown[] = [message];
  let units = 0;
  // What is put in meanwhile is come to as well.
  for (const part of parts) {
    if (typeof part === "string") units += part.length;
    else if (isObject(part) && !ArrayBuffer.isView(part))
      parts.push(...Object.values(part).slice(0, MOST_PARTS));
    if (parts.length > MOST_PARTS) return PARTS_WEIGHT;
  }
  return Math.max(1, units / UNITS_OF_WEIGHT);
}
