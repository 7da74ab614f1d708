/** Names of languages, not places: nothing can be sent there. */
const NAMESPACES = new Set(
  ["2000/svg", "1999/xlink", "1999/xhtml", "1998/Math/MathML", "XML/1998/namespace", "2000/xmlns/"].map(
    (path) => `http://www.w3.org/${path}`,
  ),
);
/** Addresses within a text, with any slashes that browsers take for two. */
const WITHIN = /(?:(?:https?|wss?|ftps?):[\\/]+|(?<=["'(])[\\/]{2}(?=[\w-]+\.\w))[^\s"'`<>()[\]{}|^]+/giu;
/** A text that is an address without a scheme, as a whole. */
const WITHOUT_SCHEME = /^[\\/]{2}[\w-]+\.\w\S*$/u;

/** Where an address leads: over a network, to a path of its own host or another program, or nowhere else. */
export type Direction = "network" | "elsewhere" | "inside";

export function directionOf(address: string): Direction {
  const plain = asBrowsersRead(address);
  if (/^(?:data:|blob:|about:|#|$)/iu.test(plain)) return "inside";
  return /^(?:(?:https?|wss?|ftps?):|[\\/]{2})/iu.test(plain) ? "network" : "elsewhere";
}

/** Whether a text is a script that runs when a browser goes to it as an address. */
export function isScript(address: string): boolean {
  return /^(?:javascript|vbscript):/iu.test(asBrowsersRead(address));
}

/** The hosts that a text names in addresses, and where; a host as it goes out, in ASCII. */
export function* hostsIn(text: string): Generator<HostPlace> {
  if (WITHOUT_SCHEME.test(text)) yield* placeOf(text, 0);
  for (const { 0: address, index } of text.matchAll(WITHIN)) {
    if (!NAMESPACES.has(address)) yield* placeOf(address, index);
  }
}

export interface HostPlace {
  readonly host: string;
  /** UTF-16 units. */
  readonly offset: number;
  readonly length: number;
}

function* placeOf(address: string, offset: number): Generator<HostPlace> {
  const url = URL.parse(address.slice(0, 2_048), "http://localhost");
  // A dot at the end changes nothing.
  const host = url?.host.replace(/\.(?=:|$)/u, "") ?? "";
  if (host !== "") yield { host, offset, length: address.length };
}

/** The package that an import names, without the path within it. */
export function packageOf(specifier: string): string {
  const parts = specifier.split("/", 2);
  return specifier.startsWith("@") ? parts.join("/") : (parts[0] ?? specifier);
}

/** Browsers drop line ends and tabs anywhere, and blanks and controls at the start. */
function asBrowsersRead(address: string): string {
  return address
    .slice(0, 256)
    .replace(/[\t\n\r]/gu, "")
    .replace(/^[\0- ]+/u, "");
}
