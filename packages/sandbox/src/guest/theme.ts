import type { Theme } from "../wire/messages.ts";
import type { Program } from "../wire/program.ts";

/** A question of the theme within a media query. */
const PREFERENCE = /\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/giu;

let current: Theme = "light";
const followers: (() => void)[] = [];

/** Shows the app in a theme. */
export function setTheme(theme: Theme): void {
  current = theme;
  const { dataset, classList } = document.documentElement;
  dataset["theme"] = theme;
  // What most apps take for the sign of a dark theme, so that they follow the Room, and may toggle it.
  classList.toggle("dark", theme === "dark");
  for (const follow of followers) follow();
}

/**
 * Makes `prefers-color-scheme` mean the Room's theme for an app that asks for it, in its stylesheets and by
 * `matchMedia`: the browser answers with that of the system, and the app would be half light and half dark.
 */
export function answerPreference({ code, styles }: Program): void {
  const asks = [code, ...styles.map(({ text }) => text)].some((text) =>
    text.includes("prefers-color-scheme"),
  );
  if (!asks) return;
  answerSheets();
  answerQueries();
}

/** A media query with the question answered. */
function answered(query: string): string {
  return query.replace(PREFERENCE, (_question, scheme: string) =>
    scheme.toLowerCase() === current ? "(min-width: 0)" : "(width < 0)",
  );
}

function answerSheets(): void {
  const read = new WeakSet<CSSStyleSheet>();
  /** The rules that ask, with their queries as they are written. */
  const asking = new Map<CSSMediaRule, string>();
  const readSheets = (): void => {
    for (const sheet of document.styleSheets) {
      if (read.has(sheet)) continue;
      read.add(sheet);
      readRules(sheet.cssRules);
    }
  };
  const readRules = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule && answered(rule.media.mediaText) !== rule.media.mediaText) {
        asking.set(rule, rule.media.mediaText);
        rule.media.mediaText = answered(rule.media.mediaText);
      }
      if ("cssRules" in rule && rule.cssRules instanceof CSSRuleList) readRules(rule.cssRules);
    }
  };
  followers.push(() => {
    for (const [rule, query] of asking) {
      if (rule.parentStyleSheet === null) asking.delete(rule);
      else rule.media.mediaText = answered(query);
    }
  });
  // A sheet is another one when its text was changed.
  new MutationObserver(readSheets).observe(document, { childList: true, characterData: true, subtree: true });
}

function answerQueries(): void {
  const native = window.matchMedia.bind(window);
  const known = new Map<string, ThemeQuery>();
  followers.push(() => {
    for (const query of known.values()) query.tell();
  });
  const matchMedia = (query: string): MediaQueryList => {
    if (answered(query) === query) return native(query);
    const one = known.get(query) ?? new ThemeQuery(query, native);
    known.set(query, one);
    return one;
  };
  Object.defineProperty(window, "matchMedia", { value: matchMedia, configurable: true, writable: true });
}

/** The answer to a query that asks for the theme. */
class ThemeQuery extends EventTarget implements MediaQueryList {
  readonly media: string;
  onchange: ((this: MediaQueryList, event: MediaQueryListEvent) => unknown) | null = null;
  readonly #native: (query: string) => MediaQueryList;
  #told: boolean;

  constructor(media: string, native: (query: string) => MediaQueryList) {
    super();
    this.media = media;
    this.#native = native;
    this.#told = this.matches;
  }

  get matches(): boolean {
    return this.#native(answered(this.media)).matches;
  }

  addListener(listener: Parameters<MediaQueryList["addListener"]>[0]): void {
    this.addEventListener("change", listener as EventListener | null);
  }

  removeListener(listener: Parameters<MediaQueryList["addListener"]>[0]): void {
    this.removeEventListener("change", listener as EventListener | null);
  }

  /** Tells those who listen, when the answer is another one. */
  tell(): void {
    const { matches, media } = this;
    if (matches === this.#told) return;
    this.#told = matches;
    const event = new MediaQueryListEvent("change", { matches, media });
    this.dispatchEvent(event);
    this.onchange?.call(this, event);
  }
}
