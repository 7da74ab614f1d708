import type { Ways } from "../way.ts";

/** Ways that take their document away, or may: each is tried in a document of its own. */
export const LEAVING: Ways = {
  "leave-address": ["http", `location.href = at.url`],
  "leave-address-assigned": ["http", `location.assign(at.url)`],
  "leave-address-replaced": ["http", `location.replace(at.url)`],
  "leave-address-of-document": ["http", `document.location = at.url`],
  "leave-host": ["http", `location.host = new URL(at.plain).host`],
  "leave-own-window": ["http", `open(at.url, "_self")`],
  "leave-link": ["http", `Object.assign(put("<a>.</a>"), { href: at.url }).click()`],
  "leave-link-of-svg": [
    "http",
    `svg('<a href="' + at.url + '"><text>.</text></a>').firstChild.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }))`,
  ],
  "leave-link-in-shadow": [
    "http",
    `const root = put("<div></div>").attachShadow({ mode: "closed" }); root.innerHTML = '<a href="' + at.url + '">.</a>'; root.firstChild.click()`,
  ],
  "leave-area": ["http", `put('<map><area href="' + at.url + '"></map>').firstChild.click()`],
  "leave-link-of-a-formula": [
    "http",
    `put('<math><mi href="' + at.url + '">x</mi></math>').firstChild.dispatchEvent(new MouseEvent("click", { bubbles: true }))`,
    "Formulas are links in Firefox, not in Chromium.",
  ],
  "leave-refresh": ["http", `add("meta", { httpEquiv: "refresh", content: "0;url=" + at.url })`],
  "leave-navigation-api": ["http", `navigation.navigate(at.url)`],
  "leave-form": ["http", `put('<form action="' + at.url + '"></form>').submit()`],
  "leave-form-posted": [
    "http",
    `HTMLFormElement.prototype.requestSubmit.call(put('<form method="post" action="' + at.url + '"></form>'))`,
  ],
  "leave-form-button": [
    "http",
    `put('<form><button formaction="' + at.url + '"></button></form>').firstChild.click()`,
  ],
  "leave-written": ["http", `document.open(); document.write(imageOf(at)); document.close()`],
  "leave-download": ["http", `Object.assign(put("<a download>.</a>"), { href: at.url }).click()`],
  "leave-file-of-a-blob": [
    "file",
    `Object.assign(put('<a download="leave-file-of-a-blob">.</a>'), { href: blob("x", "text/plain") }).click()`,
  ],
  "leave-file-of-data": [
    "file",
    `Object.assign(put('<a download="leave-file-of-data">.</a>'), { href: data("x", "text/plain") }).click()`,
  ],
  "leave-text": ["http", `location.href = data(imageOf(at))`],
  "leave-blob": ["http", `location.href = blob(imageOf(at), "text/html")`],
  "leave-script-address": ["http", `location.href = "javascript:" + fetchOf(at)`],
  "leave-to-top": ["http", `top.location.href = at.url`],
  "leave-link-to-top": ["http", `Object.assign(put('<a target="_top">.</a>'), { href: at.url }).click()`],
  "leave-form-to-top": ["http", `put('<form target="_top" action="' + at.url + '"></form>').requestSubmit()`],
  "leave-parent": ["http", `parent.location.replace(at.url)`],
  "leave-with-a-word": [
    "http",
    `addEventListener("pagehide", () => { navigator.sendBeacon(at.url, "x"); void fetch(at.url, { keepalive: true }); });
    if (performance.getEntriesByType("navigation")[0]?.type !== "reload") location.reload()`,
  ],
  "leave-history": [
    "http",
    `history.pushState(null, "", "#x"); history.replaceState(null, "", at.url)`,
    "A page writes no other origin into its history.",
  ],
  "leave-mail": ["http", `location.href = "mailto:x@" + at.host`, "It goes to a program of the machine."],
  "leave-telephone": ["http", `location.href = "tel:" + at.host`, "It goes to a program of the machine."],
  "leave-intent": [
    "http",
    `location.href = "intent://" + at.host + "#Intent;scheme=https;end"`,
    "It goes to a program of a phone.",
  ],
};
