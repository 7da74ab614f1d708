import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createTailwind } from "./tailwind.ts";

const require = createRequire(import.meta.url);
const read = (name: string): string => readFileSync(require.resolve(`tailwindcss/${name}.css`), "utf8");

/** Tailwind for the check of a proposal. */
export const tailwind = createTailwind({
  theme: read("theme"),
  preflight: read("preflight"),
  utilities: read("utilities"),
});
