/** What Tailwind is given of an app. */
export interface TailwindTask {
  /** The app's stylesheets that hold Tailwind's own rules, as one; with `@import "tailwindcss"` and the like. */
  readonly css: string;
  readonly candidates: ReadonlySet<string>;
  /** The plain values of `tailwind.config`, which `css` names by `@config`. */
  readonly config: object;
}

/** What makes the sheet of an app; rejects with an Error whose message names what Tailwind does not know. */
export type Tailwind = (task: TailwindTask) => Promise<string>;

/** The name under which `css` asks for the app's config. */
export const CONFIG = "anteroom:config";
