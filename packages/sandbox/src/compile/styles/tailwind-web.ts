import preflight from "tailwindcss/preflight.css?raw";
import theme from "tailwindcss/theme.css?raw";
import utilities from "tailwindcss/utilities.css?raw";
import { createTailwind } from "./tailwind.ts";

/** Tailwind for the Worker: a chunk that is loaded only by apps that are written for it. */
export const tailwind = createTailwind({ theme, preflight, utilities });
