import { openLink, saveFile } from "../../app/outward.ts";
import type { RefusedKind } from "../../wire/console.ts";
import { blobOf, nameOf, watchBlobs } from "./blobs.ts";
import { replace, tellUndone, type ShimPorts } from "./ports.ts";
import { takeOver } from "./take-over.ts";

const { apply } = Reflect;
const XLINK = "http://www.w3.org/1999/xlink";

/** Where a link leads that the browser cannot follow in the frame. */
type Goal =
  | { readonly to: "page"; readonly url: string }
  | { readonly to: "file"; readonly name: string; readonly data: Blob }
  | { readonly to: "nowhere"; readonly why: string };

/**
 * Links, downloads and windows, which the frame cannot open itself: the page does it, once the person agreed.
 * Links within the app's own page stay the browser's, and so does `javascript:`, which the policy refuses.
 */
export function installLinks(ports: Pick<ShimPorts, "attempt">): void {
  const heard = new WeakSet<Event>();
  function onClick(event: Event): void {
    const link = event.composedPath().find(isLink);
    const goal = link && goalOf(hrefOf(link) ?? "", link.getAttribute("download") ?? "");
    if (!goal || heard.has(event)) return;
    heard.add(event);
    const way = wayOf(link.getAttribute("target") ?? "");
    takeOver(event, () => follow(ports, goal, way));
  }
  watchBlobs();
  // Before all listeners of the app, any of which may end the event.
  window.addEventListener("click", onClick, { capture: true });
  window.addEventListener("auxclick", (event) => event.button === 1 && onClick(event), { capture: true });
  hearDetached(onClick);

  replace(window, "open", (address: unknown = "", into: unknown = "_blank") => {
    const goal = goalOf(`${address as string}`, "");
    if (goal) follow(ports, goal, wayOf(`${into as string}`));
    return null;
  });
}

/** A link that stands on no page is clicked by the app itself, to save a file; the window never hears of it. */
function hearDetached(onClick: (event: Event) => void): void {
  const { click } = HTMLElement.prototype;
  const { addEventListener, dispatchEvent } = EventTarget.prototype;
  const hear = (target: EventTarget): void => {
    if (!isLink(target) || target.isConnected) return;
    apply(addEventListener, target, ["click", onClick, { capture: true, once: true }]);
  };
  replace(HTMLElement.prototype, "click", function (this: HTMLElement): void {
    hear(this);
    apply(click, this, []);
  });
  replace(EventTarget.prototype, "dispatchEvent", function (this: EventTarget, event: Event): boolean {
    if (!(event instanceof MouseEvent) || event.type !== "click") return apply(dispatchEvent, this, [event]);
    hear(this);
    const { bubbles, composed, cancelable } = event;
    // One that cannot be cancelled would lead the frame away.
    const sent = cancelable ? event : new MouseEvent("click", { bubbles, composed, cancelable: true });
    apply(dispatchEvent, this, [sent]);
    return !sent.defaultPrevented;
  });
}

function isLink(target: EventTarget): target is Element {
  return target instanceof Element && /^(?:a|area)$/iu.test(target.localName) && hrefOf(target) !== null;
}

function hrefOf(link: Element): string | null {
  return link.getAttribute("href") ?? link.getAttributeNS(XLINK, "href");
}

/** Undefined for what is left to the browser. */
function goalOf(href: string, download: string): Goal | undefined {
  const url = URL.parse(href, document.baseURI);
  if (url === null || url.protocol === "javascript:") return undefined;
  if (url.protocol === "blob:" || url.protocol === "data:") {
    const data = blobOf(url);
    if (data === undefined) return { to: "nowhere", why: "The file behind a link is not there any more." };
    return { to: "file", name: download || nameOf(data), data };
  }
  const isWithin = href.includes("#") && pageOf(url.href) === pageOf(location.href);
  if (isWithin) return undefined;
  if (isWhole(href)) return { to: "page", url: url.href };
  return {
    to: "nowhere",
    why: `A link leads to ${JSON.stringify(href)}, and an app has no pages but its one.`,
  };
}

/** Whether an address says where it leads, and not only where from here. */
function isWhole(href: string): boolean {
  return /^\s*(?:[a-z][a-z\d+.-]*:|\/\/)/iu.test(href);
}

function pageOf(address: string): string {
  return address.replace(/#.*$/u, "");
}

function wayOf(target: string): RefusedKind {
  return ["", "_self", "_top", "_parent"].includes(target.toLowerCase()) ? "navigation" : "window";
}

function follow(ports: Pick<ShimPorts, "attempt">, goal: Goal, way: RefusedKind): void {
  if (goal.to === "nowhere") return ports.attempt(way, "").refused(goal.why);
  const isPage = goal.to === "page";
  const attempt = isPage ? ports.attempt(way, goal.url) : ports.attempt("other", `file ${goal.name}`);
  const asked = isPage ? openLink(goal.url) : saveFile(goal.name, goal.data);
  // A person who says no has not failed the app.
  asked.catch((error: unknown) => tellUndone(attempt, error));
}
