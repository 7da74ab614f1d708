import { Refusal } from "./errors.ts";

/** An opaque cursor over a list ordered by one integer. */
export function encodeCursor(position: number): string {
  return btoa(`p${position}`).replaceAll("=", "");
}

/** The position a cursor stands for; throws `invalid_arguments` for anything that was not issued here. */
export function decodeCursor(cursor: string): number {
  let text = "";
  try {
    text = atob(cursor);
  } catch {
    // Not base64: falls through to the refusal below.
  }
  const match = /^p(\d{1,15})$/.exec(text);
  if (!match) {
    throw new Refusal({
      code: "invalid_arguments",
      message: "This cursor was not issued by this server.",
      where: "cursor",
      hint: "Pass next_cursor of the previous page unchanged, or leave cursor out for the first page.",
    });
  }
  return Number(match[1]);
}
