import type { ChildNode } from "postcss";
import { nodePlace, StyleFault } from "./parse-sheet.ts";

/** UTF-16 units; an app's files have a quarter of it at most. */
const MOST_GROWTH = 4_000_000;
/** A second or two of work; the largest sheets that people write have a tenth of it. */
const MOST_SELECTORS = 50_000;

/** What the stylesheets of one app may ask for, since a few lines can ask for gigabytes or hours. */
export class Budget {
  #growth = 0;
  #selectors = 0;

  /**
   * Counts what is put in from elsewhere: imported sheets (each of twenty may import the next one twice),
   * pictures, values of CSS modules.
   *
   * @throws StyleFault at `node` when it is too much.
   */
  grow(units: number, node: ChildNode): void {
    this.#growth += units;
    if (this.#growth <= MOST_GROWTH) return;
    const message = "The stylesheets grow beyond 4 MB by what is put into them here.";
    throw new StyleFault({ ...nodePlace(node), message });
  }

  /**
   * Counts the parts of selectors in CSS modules, of which each is taken apart.
   *
   * @throws StyleFault at `node` when there are too many.
   */
  select(parts: number, node: ChildNode): void {
    this.#selectors += parts;
    if (this.#selectors <= MOST_SELECTORS) return;
    throw new StyleFault({ ...nodePlace(node), message: "The app's CSS modules have too many selectors." });
  }
}
