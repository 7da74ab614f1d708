import type { Receipt } from "../data/apps.ts";

/** What is downloaded: the receipt whole, so that anybody can check the signature over the text. */
export function receiptFile({ text, signature, public_key }: Receipt): string {
  return `${JSON.stringify({ text, signature, public_key }, null, 2)}\n`;
}

/** A name for it that every file system takes: what is not a letter, a digit or a hyphen becomes a hyphen. */
export function receiptFileName(app: string, revision: number): string {
  const plain = app
    .normalize("NFKD")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 60);
  return `receipt-${plain || "app"}-${revision}.json`;
}

/** Gives a text to the browser as a file to keep. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read it once the press is over.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
