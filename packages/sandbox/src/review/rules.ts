import type { Capability } from "./report.ts";

/** A capability, and the name under which the report tells how it shows. */
export interface Rule {
  readonly capability: Capability;
  readonly name: string;
}

export type Rules = ReadonlyMap<string, Rule>;

/** Words, each told by its last part between dots unless `=` gives it another name. */
type Rows = readonly (readonly [Capability, string])[];

/** What stands for the global object, whose path is `""`. */
export const GLOBAL_OBJECTS: ReadonlySet<string> = new Set(
  "window self globalThis global frames parent top opener".split(" "),
);
/** Of these, the ones that belong to another page. */
export const OTHER_PAGES: ReadonlySet<string> = new Set(["parent", "top", "opener"]);

/** Marks the paths of what packages export. */
export const PACKAGE = "package:";
export const APP_PACKAGE = "@anteroom/app";
/** What the package of the house gives an app, by its paths there. */
export const APP_EXPORTS = rules([
  ["storage_own", "storage useStored"],
  ["storage_shared", "shared useShared"],
  ["members", "room.members"],
  ["navigation", "openLink"],
  ["devices", "saveFile notify"],
]);

/** What shows by being handed on: most holds so much that it cannot be told what is reached. */
export const CONTAINERS: Rules = new Map([
  ["", computed("window")],
  [`${PACKAGE}${APP_PACKAGE}`, computed(APP_PACKAGE)],
  // Of the Room nothing else needs showing.
  [`${PACKAGE}${APP_PACKAGE}.room`, { capability: "members", name: "members" }],
  ...["document", "navigator", "location", "history"].map((name): [string, Rule] => [name, computed(name)]),
]);

/**
 * Shows wherever it is named, called or handed on; by its path from the global object. A path that begins
 * with `?` is one of an object of which nothing is known but that property.
 */
export const USED: Rules = new Map([
  ...Array.from(APP_EXPORTS, ([path, rule]): [string, Rule] => [`${PACKAGE}${APP_PACKAGE}.${path}`, rule]),
  ...rules([
    ["network", "fetch fetchLater XMLHttpRequest WebSocket WebSocketStream EventSource WebTransport"],
    ["network", "RTCPeerConnection webkitRTCPeerConnection=RTCPeerConnection navigator.sendBeacon"],
    ["navigation", "open location.assign=location location.replace=location location.reload=location"],
    ["navigation", "?location.assign=location ?location.reload=location"],
    ["navigation", "history.pushState=history history.replaceState=history history.back=history"],
    ["navigation", "history.forward=history history.go=history navigation navigator.registerProtocolHandler"],
    ["eval", "eval Function WebAssembly execScript"],
    ["raw_html", "document.write document.writeln=write document.open=write DOMParser XSLTProcessor"],
    ["raw_html", "Document.parseHTMLUnsafe"],
    ["storage_browser", "localStorage sessionStorage indexedDB caches cookieStore document.cookie"],
    ["storage_browser", "navigator.storage navigator.storageBuckets openDatabase"],
    ["clipboard", "navigator.clipboard.writeText=write navigator.clipboard.write ClipboardItem=write"],
    ["clipboard", "navigator.clipboard.readText=read navigator.clipboard.read navigator.clipboard"],
    ["messaging", "postMessage BroadcastChannel frameElement onmessage=message"],
    ["workers", "Worker SharedWorker importScripts navigator.serviceWorker Worklet CSS.paintWorklet"],
    ["devices", "navigator.mediaDevices navigator.getUserMedia navigator.webkitGetUserMedia=getUserMedia"],
    ["devices", "navigator.geolocation Notification navigator.bluetooth navigator.usb navigator.serial"],
    ["devices", "navigator.hid navigator.requestMIDIAccess navigator.xr navigator.credentials PushManager"],
    ["devices", "PublicKeyCredential=credentials PaymentRequest navigator.share navigator.wakeLock"],
    ["devices", "navigator.getBattery SpeechRecognition webkitSpeechRecognition=SpeechRecognition"],
    ["devices", "Accelerometer Gyroscope NDEFReader IdleDetector showOpenFilePicker showSaveFilePicker"],
    ["devices", "showDirectoryPicker queryLocalFonts getScreenDetails"],
  ]),
]);

/** Shows as a property of whatever object. */
export const PROPERTIES = rules([
  ["network", "sendBeacon XMLHttpRequest WebSocket EventSource WebTransport RTCPeerConnection"],
  ["raw_html", "innerHTML outerHTML insertAdjacentHTML setHTMLUnsafe createContextualFragment srcdoc"],
  ["raw_html", "srcDoc=srcdoc dangerouslySetInnerHTML"],
  ["storage_browser", "localStorage sessionStorage indexedDB cookieStore"],
  ["clipboard", "clipboardData"],
  ["messaging", "postMessage contentWindow contentDocument=contentWindow frameElement onmessage=message"],
  ["workers", "serviceWorker addModule importScripts"],
  ["devices", "mediaDevices getUserMedia getDisplayMedia"],
]);

/** Shows where it is written; `.*` stands for any property. */
export const WRITTEN = rules([
  ["navigation", "location location.*=location document.location ?location.href=location"],
  ["messaging", "name=window.name"],
]);

/** Shows by a listener for the event. */
export const EVENTS = rules([
  ["clipboard", "paste=clipboardData copy=clipboardData cut=clipboardData"],
  ["messaging", "message"],
  ["devices", "devicemotion deviceorientation"],
]);

/** What `document.execCommand` is asked for. */
export const COMMANDS = rules([["clipboard", "copy=write cut=write paste=read"]]);

/** Shows by the element, whatever is in it. */
export const ELEMENTS = rules([
  ["network", "iframe frame object embed link portal fencedframe"],
  ["navigation", "meta base"],
  ["eval", "script"],
]);

/** Shows by an attribute that leads out of the app; a link is for `linkRule` to tell. */
export const ATTRIBUTES = rules([
  ["network", "src srcset poster data background ping imagesrcset=srcset"],
  ["network", "xlinkhref=href xlink:href=href"],
  ["navigation", "action formaction=action"],
]);

/** What an address in `href` shows: on most elements it is loaded, on links it is gone to. */
export function linkRule(element: string | undefined): Rule {
  const goes = element === undefined || element === "a" || element === "area";
  return { capability: goes ? "navigation" : "network", name: "href" };
}

/** Paths that show nothing themselves, but lead to what does, or make texts. */
const FOLLOWED = [
  ..."document.createElement document.createElementNS document.execCommand String.fromCharCode".split(" "),
  ..."String.fromCodePoint String.raw URL.createObjectURL Reflect.get setTimeout setInterval".split(" "),
  ..."atob unescape decodeURI decodeURIComponent require Image Audio".split(" "),
];

/** All paths that mean something, and what is on the way to them. */
export const PATHS: ReadonlySet<string> = new Set(
  [...USED.keys(), ...WRITTEN.keys(), ...CONTAINERS.keys(), ...FOLLOWED].flatMap(withPrefixes),
);

/** Names of rules that are names of ordinary variables too. */
const VAGUE = new Set([
  ..."open navigation caches write read assign replace reload back forward go share".split(" "),
  ..."storage xr usb hid serial".split(" "),
]);

/** What code that cannot be read is searched for; a dot may have blanks around it. */
export const WORDS: Rules = new Map([
  ...[...USED, ...PROPERTIES]
    .filter(([path]) => !path.startsWith(PACKAGE))
    .map(([path, rule]): [string, Rule] => [path.split(".").at(-1) ?? path, rule])
    .filter(([word]) => !VAGUE.has(word)),
  ...rules([
    ["navigation", "location window.open"],
    ["raw_html", "document.write"],
    ["messaging", "parent opener"],
  ]),
]);

/** What is reached is known only when the code runs. */
export function computed(name: string): Rule {
  return { capability: "computed_globals", name };
}

function rules(rows: Rows): Rules {
  return new Map(
    rows.flatMap(([capability, words]) =>
      words.split(" ").map((word): [string, Rule] => {
        const [path = word, name = path.split(".").at(-1) ?? path] = word.split("=");
        return [path, { capability, name }];
      }),
    ),
  );
}

function withPrefixes(path: string): string[] {
  // The dots of a package's name lead nowhere.
  const from = path.lastIndexOf("/") + 1;
  const ends = [...path.matchAll(/\./gu)].map(({ index }) => index).filter((index) => index > from);
  return [path, ...ends.map((end) => path.slice(0, end))];
}
