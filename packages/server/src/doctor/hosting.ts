import { type AppHosts, appHostsFor } from "../app-hosts.ts";
import { type Finding, ok, warning } from "./finding.ts";

/**
 * How far apps are apart: each on a host of its own; on the pages' host, with a process each where the browser does
 * that; or on the pages' host without.
 */
export type Hosting = "own-hosts" | "one-host" | "shared";

const APART = "each app has a process of its own; one that hangs holds up nothing else.";
const TOGETHER =
  "apps share a process; one that hangs holds up the others. Stop ends those that hang, and opens the rest again.";
const WITH_THE_PAGE = "apps share the process of their page; one that hangs holds the Room up with it.";
const BY_DOMAIN = `if the hosts for apps are of another domain than the server, ${TOGETHER} If not, ${WITH_THE_PAGE}`;

/** What that means when an app hangs, by browser, as it was measured; docs/deploy.md has the same as a table. */
export function whatItGives(hosting: Hosting, apps: AppHosts | undefined): readonly string[] {
  const chromium = hosting === "shared" ? TOGETHER : APART;
  const firefox = hosting !== "own-hosts" ? WITH_THE_PAGE : apps?.local ? APART : BY_DOMAIN;
  return [`Chrome, Edge and other Chromium: ${chromium}`, `Firefox: ${firefox}`, "Safari was not tried."];
}

/** Which hosting it is, and how to have a better one. */
export function checkHosting(hosting: Hosting, apps: AppHosts | undefined, origin: string): Finding {
  if (hosting === "own-hosts") return ok("hosting", "own-hosts: each app has a host of its own.");
  const todo = apps
    ? "Mend what is said above; until then pages do without."
    : appHostsFor(origin, undefined)
      ? "Leave ANTEROOM_APPS_ORIGIN out, and each app gets a host of its own (docs/deploy.md)."
      : "Set ANTEROOM_APPS_ORIGIN (docs/deploy.md), and apps are apart in more browsers.";
  return warning("hosting", `${hosting}: apps are framed at the server's own host.`, todo);
}
