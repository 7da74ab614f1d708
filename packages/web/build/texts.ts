import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createIntl, type MessageFormatElement } from "react-intl";
import type { Plugin } from "vite";

type Texts = Readonly<Record<string, string | readonly MessageFormatElement[]>>;

const SOURCES = fileURLToPath(new URL("../src/", import.meta.url));
const CATALOGUE = `${SOURCES}messages/en.json`;
const REGISTRY = `${SOURCES}messages/texts.ts`;
const PARSER = "@formatjs/icu-messageformat-parser";

/** A literal that may be the name of a text; no text is named in any other way (see catalogue.test.ts). */
const NAME = /"([a-z][a-z\d-]*\.[a-z\d-]+)"/gu;

/**
 * Lets each text of the catalogue travel with the code that says it, read into its parts already: a page loads
 * its own words and no others, and no parser.
 */
export function textsWithTheirCode(): Plugin {
  let texts: Texts = {};
  return {
    name: "anteroom:texts-with-their-code",
    enforce: "pre",
    buildStart() {
      this.addWatchFile(CATALOGUE);
      texts = readTexts(readFileSync(CATALOGUE, "utf8"));
    },
    resolveId(id, importer) {
      return id === PARSER ? this.resolve(`${PARSER}/no-parser.js`, importer, { skipSelf: true }) : null;
    },
    transform(code, id) {
      if (!id.startsWith(SOURCES) || !/\.tsx?$/u.test(id)) return null;
      const said = textsOf(code, texts);
      if (said === undefined) return null;
      return {
        code: `${code}\nimport { addTexts } from ${JSON.stringify(REGISTRY)};\naddTexts(${JSON.stringify(said)});\n`,
        map: null,
      };
    },
  };
}

/** The texts that a module names; undefined for none. */
function textsOf(code: string, texts: Texts): Texts | undefined {
  const names = new Set(Array.from(code.matchAll(NAME), ([, name = ""]) => name));
  const said = [...names].filter((name) => Object.hasOwn(texts, name));
  return said.length === 0 ? undefined : Object.fromEntries(said.map((name) => [name, texts[name] ?? ""]));
}

/** What makes more than words of a message. */
const SYNTAX = /[{}<>']/u;

/** A catalogue (JSON: name to ICU message) with each message in its parts; one that is only words stays a string. */
function readTexts(json: string): Texts {
  const { formatters } = createIntl({ locale: "en" });
  const catalogue = JSON.parse(json) as Record<string, string>;
  return Object.fromEntries(
    Object.entries(catalogue).map(([name, message]) => [
      name,
      SYNTAX.test(message) ? formatters.getMessageFormat(message, "en").getAst() : message,
    ]),
  );
}
