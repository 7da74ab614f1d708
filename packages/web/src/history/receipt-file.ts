import type { Receipt } from "../data/apps.ts";
import { plainName } from "../parts/download.ts";

/** What is downloaded: the receipt whole, so that anybody can check the signature over the text. */
export function receiptFile({ text, signature, public_key }: Receipt): string {
  return `${JSON.stringify({ text, signature, public_key }, null, 2)}\n`;
}

/** A name for it that every file system takes. */
export function receiptFileName(app: string, revision: number): string {
  return `receipt-${plainName(app)}-${revision}.json`;
}
