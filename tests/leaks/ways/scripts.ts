import type { Ways } from "../way.ts";

/** What scripts load as code, or as words to a browser. */
export const SCRIPTS: Ways = {
  script: ["http", `add("script", { src: at.url })`],
  "script-module": ["http", `add("script", { type: "module", src: at.url })`],
  "script-imported": ["http", `module("import " + JSON.stringify(at.url))`],
  "script-imported-later": ["http", `module("import(" + JSON.stringify(at.url) + ")")`],
  "script-imported-json": [
    "http",
    `module("import x from " + JSON.stringify(at.url) + " with { type: 'json' }")`,
  ],
  "script-imported-css": [
    "http",
    `module("import x from " + JSON.stringify(at.url) + " with { type: 'css' }")`,
  ],
  "script-import-map": [
    "http",
    `add("script", { type: "importmap", textContent: JSON.stringify({ imports: { "far-away": at.url } }) }); module("import 'far-away'")`,
  ],
  "script-written": [
    "http",
    `put("<p></p>").append(document.createRange().createContextualFragment('<script src="' + at.url + '"></' + "script>"))`,
  ],
  "script-source-map": [
    "http",
    `module("0\\n//# sourceMappingURL=" + at.url)`,
    "Maps of sources are loaded by the tools of who develops.",
  ],
  "script-source-name": [
    "http",
    `module("throw new Error('x')\\n//# sourceURL=" + at.url)`,
    "The name of a source is not loaded.",
  ],
  "script-compression": ["http", `link("compression-dictionary", at.url)`],
  "base-address": [
    "http",
    `const base = add("base", { href: at.url }); const image = new Image(); image.src = "below"; await pause(300); base.remove()`,
  ],
  "rules-prefetch": [
    "http",
    `rules({ prefetch: [{ urls: [at.url], eagerness: "immediate" }] }); await pause(1000)`,
  ],
  "rules-prerender": [
    "http",
    `rules({ prerender: [{ urls: [at.url], eagerness: "immediate" }] }); await pause(1000)`,
  ],
  "rules-of-links": [
    "http",
    `put('<a class="far" href="' + at.url + '">x</a>'); rules({ prefetch: [{ where: { href_matches: at.url + "*" }, eagerness: "immediate" }] }); await pause(1000)`,
  ],
  "transform-of-xml": [
    "http",
    `const sheet = new DOMParser().parseFromString('<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><x><xsl:copy-of select="document(&quot;' + at.url + '&quot;)"/></x></xsl:template></xsl:stylesheet>', "application/xml"); const processor = new XSLTProcessor(); processor.importStylesheet(sheet); processor.transformToFragment(sheet, document)`,
    "Transforms take documents of the same origin only.",
  ],
  "entity-of-xml": [
    "http",
    `new DOMParser().parseFromString('<!DOCTYPE x [<!ENTITY y SYSTEM "' + at.url + '">]><x>&y;</x>', "application/xml")`,
    "Browsers load no entities.",
  ],
  "meta-report": [
    "http",
    `add("meta", { httpEquiv: "Content-Security-Policy", content: "img-src data:; report-uri " + at.url }); put('<img src="https://nowhere.example.test/">')`,
    "A policy in the document itself reports nowhere.",
  ],
  "error-with-address": [
    "http",
    `setTimeout(() => { throw Object.assign(new Error(at.url), { fileName: at.url }); })`,
    "Errors are only told.",
  ],
};
