import { quote } from "@anteroom/app-format";
import type { ChildNode, Declaration, Root } from "postcss";
import { join } from "../resolve.ts";
import type { Budget } from "./budget.ts";
import { nodePlace, StyleFault } from "./parse-sheet.ts";

/** `url(…)`, and before it the strings, in which the same letters are mere text. */
const URL_OR_STRING =
  /(?<string>"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*')|url\(\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^"'()\s]*))\s*\)/giu;

/** The path that an address in a stylesheet leads to; undefined when it leads outside the app's files. */
export function pathOf(from: string, address: string): string | undefined {
  const path = address.replace(/[?#].*$/su, "");
  // The names of files may be escaped, as in every address.
  const plain = decoded(path);
  return plain.startsWith("/") ? join("", plain.slice(1)) : join(from, plain);
}

/** Whether an address is one of the network, or of anything else that is no file of the app. */
export function isOutside(address: string): boolean {
  return /^(?:[a-z][a-z\d+.-]*:|\/\/|\\)/iu.test(address);
}

export function outside(node: ChildNode, address: string): StyleFault {
  const message = `${quote(address)} cannot be loaded: an app reaches no network. Leave it out, or put it into the app's files.`;
  return new StyleFault({ ...nodePlace(node), message });
}

/** What a sheet's addresses are resolved with. */
export interface Bringing {
  /** The file that holds the sheet. */
  readonly from: string;
  /** An own file as a `data:` address; undefined for what is no picture. */
  readonly assetUrl: (file: string) => string | undefined;
  readonly budget: Budget;
}

/**
 * Puts the app's own files into a sheet where it names them by `url(…)`, as data.
 *
 * @throws StyleFault for an address outside the app, and for one that leads to no picture.
 */
export function bringFiles(root: Root, bringing: Bringing): void {
  root.walkDecls((declaration) => {
    if (!/url\(/iu.test(declaration.value)) return;
    declaration.value = declaration.value.replace(URL_OR_STRING, (whole: string, ...rest: unknown[]) => {
      const { string, double, single, bare } = rest.at(-1) as Partial<Record<string, string>>;
      const address = double ?? single ?? bare ?? "";
      if (string !== undefined || STAYS.test(address)) return whole;
      return `url("${dataOf(declaration, address, bringing)}")`;
    });
  });
}

/** Nothing, a part of the page itself, and what holds its data. */
const STAYS = /^(?:$|#|data:|blob:|about:)/iu;

function dataOf(node: Declaration, address: string, { from, assetUrl, budget }: Bringing): string {
  if (isOutside(address)) throw outside(node, address);
  const path = pathOf(from, address);
  const data = path === undefined ? undefined : assetUrl(path);
  if (data === undefined) {
    const message = `${quote(address)} leads to no picture among the app's files.`;
    throw new StyleFault({ ...nodePlace(node), message });
  }
  budget.grow(data.length, node);
  return data.replace(/["\\\n]/gu, encodeURIComponent);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
