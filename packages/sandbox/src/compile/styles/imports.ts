import { quote } from "@anteroom/app-format";
import type { ChildNode, Root } from "postcss";
import AtRule from "postcss/lib/at-rule";
import { isOutside, outside, pathOf } from "./addresses.ts";
import type { Budget } from "./budget.ts";
import { nodePlace, StyleFault } from "./parse-sheet.ts";

/** The address of an `@import`, and the conditions behind it: a layer, `supports(…)`, a media query. */
const IMPORT =
  /^(?:url\(\s*(?:"(?<urlDouble>[^"]*)"|'(?<urlSingle>[^']*)'|(?<urlBare>[^"'()\s]*))\s*\)|"(?<double>[^"]*)"|'(?<single>[^']*)')\s*(?<conditions>.*)$/isu;
const CONDITIONS =
  /^(?<layer>layer(?:\(\s*(?<layerName>[^()]*?)\s*\))?(?=\s|$))?\s*(?:supports\((?<supports>(?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\))?\s*(?<media>.*)$/isu;

/** How imports are followed. */
export interface Importing {
  readonly has: (file: string) => boolean;
  /** The finished sheet of a file: its own imports are in it. */
  readonly sheet: (file: string) => Root;
  /** The files whose imports are being followed, from the first to this one. */
  readonly chain: readonly string[];
  readonly budget: Budget;
}

/**
 * Puts the sheets that `root` imports where it imports them. What Tailwind brings stays as it is.
 *
 * @throws StyleFault for an address outside the app, one that leads to no file, and a circle.
 */
export function bringImports(root: Root, importing: Importing): void {
  for (const node of root.nodes.slice()) {
    if (node.type !== "atrule") continue;
    if (/^charset$/iu.test(node.name)) node.remove();
    if (!/^import$/iu.test(node.name) || isTailwind(node.params)) continue;
    const { address, conditions } = readImport(node);
    const file = fileOf(node, address, importing);
    const sheet = importing.sheet(file);
    importing.budget.grow(sheet.toString().length, node);
    node.replaceWith(wrapped(sheet.clone().nodes, { conditions, by: node }));
  }
}

/** Whether an `@import` is one of Tailwind's own sheets. */
export function isTailwind(params: string): boolean {
  return /^["']tailwindcss(?:\/[\w.-]+)?["']/u.test(params);
}

function readImport(node: AtRule): { address: string; conditions: string } {
  const groups = IMPORT.exec(node.params.trim())?.groups;
  if (groups === undefined) {
    throw faultAt(node, 'An @import needs an address in quotes: @import "./other.css";');
  }
  const { urlDouble, urlSingle, urlBare, double, single, conditions = "" } = groups;
  return { address: urlDouble ?? urlSingle ?? urlBare ?? double ?? single ?? "", conditions };
}

function fileOf(node: AtRule, address: string, { has, chain }: Importing): string {
  if (isOutside(address)) throw outside(node, address);
  const file = pathOf(chain.at(-1) ?? "", address);
  if (file === undefined || !has(file)) {
    throw faultAt(node, `${quote(address)} leads to no file of the app.`);
  }
  if (!file.endsWith(".css"))
    throw faultAt(node, `${quote(address)} is no stylesheet: its name ends in .css.`);
  if (chain.includes(file)) {
    const circle = [...chain.slice(chain.indexOf(file)), file].join(" → ");
    throw faultAt(node, `Stylesheets import one another in a circle: ${circle}.`);
  }
  return file;
}

function wrapped(
  nodes: ChildNode[],
  { conditions, by }: { readonly conditions: string; readonly by: AtRule },
): ChildNode[] {
  const { layer, layerName = "", supports, media = "" } = CONDITIONS.exec(conditions)?.groups ?? {};
  let inner = nodes;
  const wrap = (name: string, params: string): void => {
    const around = new AtRule({ name, params, nodes: inner });
    if (by.source !== undefined) around.source = by.source;
    inner = [around];
  };
  if (media !== "") wrap("media", media);
  if (supports !== undefined) wrap("supports", `(${supports})`);
  if (layer !== undefined) wrap("layer", layerName);
  return inner;
}

function faultAt(node: ChildNode, message: string): StyleFault {
  return new StyleFault({ ...nodePlace(node), message });
}
