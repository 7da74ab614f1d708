/**
 * The packages that an app can import, besides its own files. This is the one list: a package is added by a
 * line here (and in package.json, at an exact version) and a build. docs/decisions/0014-curated-packages.md
 * has why one is on it, or is not.
 */
export interface Package {
  /** What an app imports it by. */
  readonly name: string;
  /** What it is built from when that is not the package itself: a file of `src/packages/`. */
  readonly from?: string;
  /** Other names by which agents import the same. */
  readonly aliases?: readonly string[];
}

/** These stand in the frame itself (`guest/registry.ts`), so that every app has the one React. */
export const BUILT_IN = [
  "react",
  "react-dom",
  "react-dom/client",
  "react/jsx-runtime",
  "react/jsx-dev-runtime",
  "@anteroom/app",
] as const;
export type BuiltIn = (typeof BUILT_IN)[number];

/** Loaded only by apps that import them. */
export const PACKAGES: readonly Package[] = [
  { name: "@dnd-kit/core" },
  { name: "@dnd-kit/sortable" },
  { name: "@dnd-kit/utilities" },
  { name: "chart.js" },
  { name: "chart.js/auto", from: "chart-auto.ts" },
  { name: "class-variance-authority" },
  { name: "clsx", aliases: ["clsx/lite", "classnames"] },
  { name: "date-fns" },
  { name: "date-fns/locale" },
  { name: "dayjs" },
  { name: "dayjs/locale", from: "dayjs-locale.ts" },
  { name: "dayjs/plugin", from: "dayjs-plugin.ts" },
  { name: "dompurify", aliases: ["DOMPurify", "isomorphic-dompurify"] },
  { name: "framer-motion", aliases: ["motion/react", "motion"] },
  { name: "lodash-es", aliases: ["lodash"] },
  { name: "lucide-react" },
  { name: "marked" },
  { name: "nanoid", aliases: ["nanoid/non-secure"] },
  { name: "papaparse" },
  { name: "react-hook-form" },
  { name: "recharts" },
  { name: "tailwind-merge" },
  { name: "three" },
  {
    name: "three/addons/controls/OrbitControls.js",
    aliases: [
      "three/addons/controls/OrbitControls",
      "three/examples/jsm/controls/OrbitControls.js",
      "three/examples/jsm/controls/OrbitControls",
    ],
  },
  { name: "uplot", aliases: ["uPlot"] },
  { name: "uplot/dist/uPlot.min.css" },
  { name: "zod", from: "zod.ts", aliases: ["zod/v4"] },
  { name: "zustand", aliases: ["zustand/vanilla", "zustand/react"] },
  { name: "zustand/middleware" },
  { name: "zustand/shallow", aliases: ["zustand/react/shallow"] },
];

/**
 * The global function by which a built package finds what it imports, by its name: React, and other packages.
 * It is there only while packages are loaded.
 */
export const LOOK_UP = "__anteroom_package__";
