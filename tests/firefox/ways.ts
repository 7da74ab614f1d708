import type { Ways } from "../leaks/way.ts";

/** Ways out that are Firefox's own, or that it minds less than others. */
export const OF_FIREFOX: Ways = {
  "anchor-dns-prefetch-of-a-frame": [
    "dns",
    `put("<iframe></iframe>").srcdoc = '<a href="' + at.plain + '">x</a>'; await pause(1000)`,
  ],
  "css-mask-of-svg": ["http", `put('<p style="mask: url(' + at.url + '#x)">x</p>')`],
  "realm-transformed": [
    "http",
    `put("<iframe></iframe>").src = blob('<?xml-stylesheet type="text/xsl" href="' + at.url + '"?><x/>', "application/xml")`,
  ],
  "realm-text-script-of-a-blob": [
    "http",
    `put("<iframe></iframe>").srcdoc = '<script src="' + blob(fetchOf(at)) + '"></' + 'script>'; await pause(1000)`,
  ],
  "realm-text-stun-of-a-blob": [
    "udp",
    `put("<iframe></iframe>").srcdoc = '<script type="module" src="' + blob(connectOf(stun(at))) + '"></' + 'script>'; await pause(2000)`,
  ],
};

/** What nothing in Firefox holds back. All that goes out by it are names of hosts. */
export const GETTING_OUT: readonly string[] = [
  "link-preconnect",
  "link-preconnect-cors",
  "link-preconnect-in-shadow",
  "link-preconnect-of-a-frame",
  "link-preconnect-of-markup",
  "link-preconnect-plain",
  // A document's own names are not looked up since its headers say so, but a frame that it makes has no headers.
  "link-dns-prefetch-of-a-frame",
  "anchor-dns-prefetch-of-a-frame",
];

/** What Firefox does not do even for an open page. */
export const NOT_OF_FIREFOX: readonly string[] = [
  // It does not have these.
  "fetch-later",
  "websocket-stream",
  "payment-method",
  "passkey-of-others",
  "paint-worklet",
  "worklet-of-a-blob",
  "stun-by-old-name",
  "video-playlist",
  "css-mask-border",
  "css-cross-fade",
  "css-old-reflection",
  "rules-prefetch",
  "rules-prerender",
  "rules-of-links",
  // It has them switched off.
  "ping",
  "ping-of-an-area",
  // It loads these only when a person asks for it.
  "link-manifest",
  // Of pictures it takes pieces from the same origin only.
  "svg-paint",
  "css-clip",
  // A document has one map, which is read before its modules.
  "script-import-map",
  // It sends nothing to a peer on loopback.
  "peer-candidate",
  // What an object holds has no such constructor.
  "realm-of-an-object",
];
