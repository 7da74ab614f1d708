import { ELEMENTS } from "./ways/elements.ts";
import { HINTS } from "./ways/hints.ts";
import { REALMS } from "./ways/realms.ts";
import { REQUESTS } from "./ways/requests.ts";
import { SCRIPTS } from "./ways/scripts.ts";
import { STYLES } from "./ways/styles.ts";

export { LEAVING } from "./ways/leaving.ts";

/** Ways that a document tries and stays; each group in one document, since a busy one leaves out what is a hint. */
export const GROUPS = { REQUESTS, REALMS, ELEMENTS, STYLES, SCRIPTS, HINTS } as const;
