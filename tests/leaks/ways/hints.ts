import type { Ways } from "../way.ts";

/** What a document asks for in advance, or beside itself. */
export const HINTS: Ways = {
  "link-dns-prefetch": ["dns", `link("dns-prefetch", at.url)`],
  "link-preconnect": ["tls", `link("preconnect", at.url)`],
  "link-preconnect-cors": ["tls", `link("preconnect", at.url, { crossOrigin: "anonymous" })`],
  "link-preconnect-plain": ["tcp", `link("preconnect", "http://" + at.host + ":" + at.port)`],
  "link-preconnect-of-markup": ["tls", `put('<link rel="preconnect" href="' + at.url + '">')`],
  "link-preconnect-in-shadow": [
    "tls",
    `put("<div></div>").attachShadow({ mode: "closed" }).innerHTML = '<link rel="preconnect" href="' + at.url + '">'`,
  ],
  "link-dns-prefetch-of-a-frame": [
    "dns",
    `put("<iframe></iframe>").srcdoc = '<link rel="dns-prefetch" href="' + at.url + '">'`,
  ],
  "link-preconnect-of-a-frame": [
    "tls",
    `put("<iframe></iframe>").srcdoc = '<link rel="preconnect" href="' + at.url + '">'`,
  ],
  "anchor-dns-prefetch": [
    "dns",
    `add("meta", { httpEquiv: "x-dns-prefetch-control", content: "on" }); put('<a href="' + at.url + '">x</a>'); await pause(1000)`,
    "Chromium looks names of links up only where it was never told not to, and seldom.",
  ],
  "link-stylesheet": ["http", `link("stylesheet", at.url)`],
  "link-stylesheet-other": ["http", `link("alternate stylesheet", at.url, { title: "other" })`],
  "link-stylesheet-print": ["http", `link("stylesheet", at.url, { media: "print" })`],
  "link-preload-image": ["http", `link("preload", at.url, { as: "image" })`],
  "link-preload-image-set": ["http", `link("preload", "", { as: "image", imageSrcset: at.url + " 1x" })`],
  "link-preload-fetch": ["http", `link("preload", at.url, { as: "fetch", crossOrigin: "anonymous" })`],
  "link-preload-font": ["http", `link("preload", at.url, { as: "font", crossOrigin: "anonymous" })`],
  "link-preload-script": ["http", `link("preload", at.url, { as: "script" })`],
  "link-preload-style": ["http", `link("preload", at.url, { as: "style" })`],
  "link-module-preload": ["http", `link("modulepreload", at.url)`],
  "link-prefetch": ["http", `link("prefetch", at.url); await pause(500)`],
  "link-prerender": [
    "http",
    `link("prerender", at.url); await pause(1000)`,
    "Speculation rules took its place.",
  ],
  "link-icon": ["http", `link("icon", at.url); await pause(1000)`],
  "link-touch-icon": ["http", `link("apple-touch-icon", at.url); await pause(1000)`, "Only phones load it."],
  "link-manifest": ["http", `link("manifest", at.url)`],
  "link-search": [
    "http",
    `link("search", at.url, { type: "application/opensearchdescription+xml" })`,
    "Loaded only by the browser's own search.",
  ],
  "link-alternate": [
    "http",
    `link("alternate", at.url, { type: "application/rss+xml" })`,
    "Only a name for who reads feeds.",
  ],
  "link-expect": ["http", `link("expect", at.url + "#x", { blocking: "render" })`, "It loads nothing."],
  "link-monetization": ["http", `link("monetization", at.url)`, "No browser has it."],
};
