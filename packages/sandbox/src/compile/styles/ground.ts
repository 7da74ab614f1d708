import { PACKAGE, type Style } from "../../wire/program.ts";
import { luminances } from "./luminance.ts";

/** In the layer of the frame's own rules (`guest/page.css`), which have less weight. */
const LIGHT: Style = {
  file: `${PACKAGE}light`,
  text: "@layer anteroom { :root { color-scheme: light; } }",
};

/** What an app has that knows of a dark theme, by whatever means. */
const DARK_WORDS =
  /prefers-color-scheme|\blight-dark\(|\bdata-theme\b|\bdataset\.theme\b|\bcolor-?scheme\b|\bdark:|\.dark\b|["'`]dark["'`]|\buseRoom\b|\broom\.theme\b/iu;

/**
 * A property, of CSS or of an object of styles, and its value; or the brace between two sets of them. A number in
 * such an object ends where the next property begins.
 */
const SETTING =
  /(?<name>[\w-]{1,60})["']?\s{0,3}:\s{0,3}["'`]?(?<value>(?:(?!,\s{0,3}["']?[\w-]{1,60}["']?\s{0,3}:)[^;{}"'`\n]){0,200})|[{}]/gu;
const GROUND = /background|bg|surface|paper|card|panel/iu;
const INK = /^color$|text|ink|foreground|^--fg/iu;

/** Tailwind's, which are no settings. */
const LIGHT_CLASS =
  /(?<![\w:-])(?:bg-(?:white|[a-z]+-(?:50|100|200))|text-(?:black|[a-z]+-(?:[789]00|950)))(?![\w/-])/u;

/** From these luminances on letters of the other theme cannot be read there. */
const LIGHT_GROUND = 0.45;
const DARK_INK = 0.15;

/**
 * The sheet that keeps an app on a light ground in every Room; none for an app that follows the Room's theme.
 * Most apps are made for white, as a browser has it: they paint light surfaces or dark letters, and not a word
 * of theirs is on a dark theme. Letters on surfaces of which only one is theirs could not be read in the dark.
 */
export function groundStyle(texts: Iterable<string>): Style[] {
  const all = [...texts];
  if (all.some((text) => DARK_WORDS.test(text))) return [];
  return all.some((text) => LIGHT_CLASS.test(text) || needsLight(text)) ? [LIGHT] : [];
}

function needsLight(text: string): boolean {
  let ground = false;
  let darkInk = false;
  for (const { groups = {} } of text.matchAll(SETTING)) {
    const { name, value = "" } = groups;
    if (name === undefined) {
      if (darkInk && !ground) return true;
      ground = false;
      darkInk = false;
    } else if (GROUND.test(name)) {
      const [painted] = luminances(value);
      if (painted !== undefined && painted > LIGHT_GROUND) return true;
      ground ||= !/^\s*(?:none|transparent|inherit|$)/iu.test(value);
    } else if (INK.test(name)) {
      const [written] = luminances(value);
      darkInk ||= written !== undefined && written < DARK_INK;
    }
  }
  return darkInk && !ground;
}
