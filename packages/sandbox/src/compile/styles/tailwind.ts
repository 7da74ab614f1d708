import { compile } from "tailwindcss";
import { CONFIG, type Tailwind } from "./tailwind-task.ts";

/** Tailwind's own stylesheets, by the names under which they are imported. */
export interface TailwindSheets {
  readonly theme: string;
  readonly preflight: string;
  readonly utilities: string;
}

/** Tailwind over its own sheets alone: no network, no files, no plugins; the same input gives the same sheet. */
export function createTailwind({ theme, preflight, utilities }: TailwindSheets): Tailwind {
  const sheets: Readonly<Record<string, string>> = {
    tailwindcss: `@layer theme, base, components, utilities;
@import "tailwindcss/theme" layer(theme);
@import "tailwindcss/preflight" layer(base);
@import "tailwindcss/utilities" layer(utilities);`,
    "tailwindcss/index": `@import "tailwindcss";`,
    "tailwindcss/theme": theme,
    "tailwindcss/preflight": preflight,
    "tailwindcss/utilities": utilities,
  };
  return async ({ css, candidates, config }) => {
    const compiled = await compile(css, {
      async loadStylesheet(id) {
        const content = sheets[id.replace(/\.css$/u, "")];
        if (content === undefined) throw new Error(`Tailwind has no stylesheet \`${id}\`.`);
        return { path: id, base: "", content };
      },
      async loadModule(id) {
        if (id !== CONFIG)
          throw new Error(`Tailwind's plugin \`${id}\` is not available, and no other one is.`);
        return { path: id, base: "", module: config };
      },
    });
    return compiled.build([...candidates].toSorted());
  };
}
