import { shorten } from "./diagnostic.ts";
import { isCount, isObject } from "./shape.ts";

export const CONSOLE_LEVELS = ["debug", "log", "info", "warn", "error"] as const;
export type ConsoleLevel = (typeof CONSOLE_LEVELS)[number];

/** What an app can reach for that its page, the page's policy or the sandbox refuses. */
export const REFUSED_KINDS = [
  ...(["connect", "image", "media", "font", "style", "script", "frame", "object", "worker"] as const),
  ...(["manifest", "form", "base", "navigation", "window", "dialog", "storage"] as const),
  ...(["device", "other"] as const),
] as const;
export type RefusedKind = (typeof REFUSED_KINDS)[number];

/** One thing that the page is told of an app on trial. Any of its words may be the app's own. */
export type ConsoleEntry =
  | { readonly kind: "said"; readonly level: ConsoleLevel; readonly text: string }
  | { readonly kind: "cleared" }
  | {
      readonly kind: "refused";
      readonly what: RefusedKind;
      /** The address as far as the browser tells it, or the name of what was tried; may be empty. */
      readonly address: string;
      readonly file?: string;
      readonly line?: number;
    }
  /** So many more came than are passed on. */
  | { readonly kind: "missed"; readonly of: "said" | "refused"; readonly count: number };

/** A text is cut to so many UTF-16 units, in the frame and again in the page. */
export const CONSOLE_UNITS = 2_000;

/** Reads an entry that came from a frame; what has not the form of one is undefined. */
export function readConsoleEntry(value: unknown): ConsoleEntry | undefined {
  if (!isObject(value)) return undefined;
  const { kind } = value;
  if (kind === "said") return readSaid(value);
  if (kind === "refused") return readRefused(value);
  if (kind === "missed") return readMissed(value);
  return kind === "cleared" ? { kind } : undefined;
}

function readSaid({ level, text }: Record<string, unknown>): ConsoleEntry | undefined {
  if (!isOneOf(CONSOLE_LEVELS, level) || typeof text !== "string") return undefined;
  return { kind: "said", level, text: shorten(text, CONSOLE_UNITS) };
}

function readRefused({ what, address, file, line }: Record<string, unknown>): ConsoleEntry | undefined {
  if (!isOneOf(REFUSED_KINDS, what) || typeof address !== "string") return undefined;
  const place = typeof file === "string" && isCount(line) ? { file, line } : {};
  return { kind: "refused", what, address: shorten(address, CONSOLE_UNITS), ...place };
}

function readMissed({ of, count }: Record<string, unknown>): ConsoleEntry | undefined {
  return (of === "said" || of === "refused") && isCount(count) ? { kind: "missed", of, count } : undefined;
}

function isOneOf<Word extends string>(words: readonly Word[], value: unknown): value is Word {
  return (words as readonly unknown[]).includes(value);
}
