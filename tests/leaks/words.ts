import type { Addresses, Ways } from "./way.ts";

/** How many ways are tried at a time, and how long one may take; a document that is busy leaves out what is a hint. */
const AT_A_TIME = 12;
const PATIENCE_MS = 2500;

/** The id of what an app puts into its page when it has tried all. */
export const TRIED = "tried";

/** What the code of ways is written with. */
const WORDS = `
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const blob = (text, type = "text/javascript") => URL.createObjectURL(new Blob([text], { type }));
const data = (text, type = "text/html") => "data:" + type + "," + encodeURIComponent(text);
const put = (html) => { document.body.insertAdjacentHTML("beforeend", html); return document.body.lastElementChild; };
const add = (name, more) => document.head.appendChild(Object.assign(document.createElement(name), more));
const link = (rel, href, more) => add("link", { rel, href, ...more });
const css = (textContent) => add("style", { textContent });
const svg = (inner) => put('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">' + inner + "</svg>");
const module = (text) => add("script", { type: "module", src: blob(text) });
const rules = (rules) => add("script", { type: "speculationrules", textContent: JSON.stringify(rules) });
const once = (target, ...types) => new Promise((resolve) => { for (const type of types) target["on" + type] = resolve; });
const inFrame = (code) => "<body><script>(async () => {" + code + "})()</" + "script>";
const fetchOf = (at) => "fetch(" + JSON.stringify(at.url) + ")";
const imageOf = (at) => '<img src="' + at.url + '">';
const stun = (at) => ({ urls: "stun:" + at.host + ":" + at.port });
const turn = (at, scheme, transport) =>
  ({ urls: scheme + ":" + at.host + ":" + (at.port || new URL(at.url).port) + "?transport=" + transport, username: "u", credential: "c" });
const connect = async (server, Peer = RTCPeerConnection) => {
  const peer = new Peer({ iceServers: [server] });
  peer.createDataChannel("x");
  await peer.setLocalDescription(await peer.createOffer());
  await new Promise((resolve) => setTimeout(resolve, 1500));
};
const connectOf = (server) => "await (" + connect + ")(" + JSON.stringify(server) + ")";
`;

/** Code of a module that tries all of these ways, some at a time; `then` is what it does in the end. */
export function tryAll(ways: Ways, addresses: Readonly<Record<string, Addresses>>, then: string): string {
  const tries = Object.entries(ways).map(
    ([name, [, code]]) => `async (at = ${JSON.stringify(addresses[name])}) => { ${code}; }`,
  );
  return `${WORDS}
const TRIES = [${tries.join(",\n")}];
const tryOne = (one) => Promise.race([one(), pause(${PATIENCE_MS})]).catch(() => {});
void (async () => {
  while (TRIES.length > 0) await Promise.all(TRIES.splice(0, ${AT_A_TIME}).map(tryOne));
  ${then};
})();
`;
}

/** Code of an app that tries all of these ways, and says so. */
export function appThatTries(ways: Ways, addresses: Readonly<Record<string, Addresses>>): string {
  return tryAll(ways, addresses, `put('<p id="${TRIED}">All was tried.</p>')`);
}
