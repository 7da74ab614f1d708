import { createPersonClient } from "@anteroom/client";
import { learnServerTime } from "./clock.ts";

/** The proof the page was served with; undefined when nobody is signed in. */
function servedProof(): string | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="anteroom-proof"]')?.content ?? "";
  return content === "" || content === "__PROOF__" ? undefined : content;
}

const proof = servedProof();

/** The one client of the page. */
export const client = createPersonClient({
  origin: location.origin,
  onServerTime: learnServerTime,
  ...(proof === undefined ? {} : { proof }),
});
