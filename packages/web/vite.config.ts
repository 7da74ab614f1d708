import { readFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { textsWithTheirCode } from "./build/texts.ts";

/**
 * Puts the theme script into the head as a plain blocking file with a hashed name: it must run before the
 * first paint, a module would run after it, and the page's CSP allows no inline script.
 */
function themeBeforePaint(): Plugin {
  let reference = "";
  return {
    name: "anteroom:theme-before-paint",
    apply: "build",
    buildStart() {
      const source = readFileSync(new URL("./src/theme/before-paint.js", import.meta.url), "utf8");
      reference = this.emitFile({ type: "asset", name: "theme.js", source });
    },
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) => {
        const file = Object.values(bundle ?? {}).find(
          (output) => output.type === "asset" && output.names.includes("theme.js"),
        );
        if (!file || reference === "") throw new Error("The theme script was not emitted.");
        return [{ tag: "script", attrs: { src: `/${file.fileName}` }, injectTo: "head" }];
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [textsWithTheirCode(), react(), themeBeforePaint()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    // A data: address would need a wider CSP than files do.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // An index only passes on: who takes one thing from it must not load all the others.
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: /\/web\/src\/[a-z]+\/index\.ts$/u, sideEffects: false }] },
    },
    // One chunk holds React, React Aria and the shell, which every page needs; size-limit watches it.
    chunkSizeWarningLimit: 600,
  },
});
