import type { Ways } from "../way.ts";

const PROPERTIES = {
  background: "background: URL",
  "border-image": "border: 1px solid; border-image: URL 1",
  "list-style": "display: list-item; list-style-image: URL",
  content: "content: URL",
  cursor: "cursor: URL, auto",
  mask: "mask-image: URL",
  "mask-border": "-webkit-mask-box-image: URL",
  shape: "float: left; shape-outside: URL",
  "image-set": "background: image-set(URL 1x)",
  "cross-fade": "background: -webkit-cross-fade(URL, URL, 50%)",
  "old-reflection": "-webkit-box-reflect: below 0 URL",
} as const;

function style(declarations: string): string {
  return `css("#" + at.host.split(".")[0] + " { ${declarations.replaceAll("URL", `url(" + at.url + ")`)} }"); put('<p>x</p>').id = at.host.split(".")[0]`;
}

/** What style sheets load. */
export const STYLES: Ways = {
  ...Object.fromEntries(
    Object.entries(PROPERTIES).map(([name, declarations]) => [
      `css-${name}`,
      ["http", style(declarations)] as const,
    ]),
  ),
  "css-import": ["http", `css("@import url(" + at.url + ");")`],
  "css-import-layer": ["http", `css("@import '" + at.url + "' layer(x) supports(display: grid) screen;")`],
  "css-namespace": ["http", `css("@namespace x url(" + at.url + ");")`, "A namespace is only a name."],
  "css-font": [
    "http",
    `css("@font-face { font-family: far; src: url(" + at.url + "); }"); put('<p style="font-family: far">x</p>'); await document.fonts.load("9px far")`,
  ],
  "css-attribute": ["http", `put('<p style="background: url(' + at.url + ')">x</p>')`],
  "css-property-object": [
    "http",
    `put("<p>x</p>").style.setProperty("background-image", "url(" + at.url + ")")`,
  ],
  "css-variable": [
    "http",
    `put("<p style='background: var(--far)'>x</p>").style.setProperty("--far", "url(" + at.url + ")")`,
  ],
  "css-typed-variable": [
    "http",
    `css("@property --far-url { syntax: '<image>'; inherits: true; initial-value: none; }"); put("<p style='background: var(--far-url)'>x</p>").style.setProperty("--far-url", "url(" + at.url + ")")`,
  ],
  "css-adopted": [
    "http",
    `const sheet = new CSSStyleSheet(); sheet.replaceSync("html { background: url(" + at.url + "); }"); document.adoptedStyleSheets.push(sheet)`,
  ],
  "css-adopted-import": [
    "http",
    `const sheet = new CSSStyleSheet(); await sheet.replace("@import url(" + at.url + ");"); document.adoptedStyleSheets.push(sheet)`,
    "Sheets that are made by code import nothing.",
  ],
  "css-inserted": [
    "http",
    `css("").sheet.insertRule("head { display: block; background: url(" + at.url + "); }")`,
  ],
  "css-keyframes": [
    "http",
    `css("@keyframes far { to { background-image: url(" + at.url + "); } } .far { animation: far 1s; }"); put('<p class="far">x</p>')`,
  ],
  "css-animated": [
    "http",
    `put("<p>x</p>").animate({ backgroundImage: ["none", "url(" + at.url + ")"] }, 500)`,
  ],
  "css-before": [
    "http",
    `css(".before::before { content: url(" + at.url + "); }"); put('<p class="before">x</p>')`,
  ],
  "css-value-of-attribute": [
    "http",
    `put('<p style="background: attr(title type(<url>))">x</p>').title = at.url`,
    "An attribute's text is not taken for an address.",
  ],
  "css-filter": [
    "http",
    `put("<p>x</p>").style.filter = "url(" + at.url + "#x)"`,
    "Pieces of pictures are taken from the same origin only.",
  ],
  "css-clip": ["http", `put("<p>x</p>").style.clipPath = "url(" + at.url + "#x)"`],
  "css-in-svg": [
    "http",
    `svg("<style>.in-svg { mask-image: url(" + at.url + ") }</style><rect class='in-svg' width='9' height='9'/>")`,
  ],
  "css-instruction": [
    "http",
    `document.insertBefore(document.createProcessingInstruction("xml-stylesheet", 'type="text/css" href="' + at.url + '"'), document.documentElement)`,
  ],
  "css-source-map": [
    "http",
    `css("p {}\\n/*# sourceMappingURL=" + at.url + " */")`,
    "Maps of sources are loaded by the tools of who develops.",
  ],
};
