import { isFrameReady } from "../wire/messages.ts";
import { POLICY_VERSION } from "../wire/policy.ts";

/** Where a runtime is served. */
export interface RuntimePlace {
  /** The path above `frame.html` on the page's own host, without a slash at its end. */
  readonly base: string;
  /** The pattern of hosts of their own for apps, as `https://*.apps.example.test`; absent where there are none. */
  readonly apps?: string;
}

/** What a browser shows in place of a host that it cannot reach loads as well, and says nothing. */
const SILENCE_MS = 500;
/** A host that answers nothing at all does not even load. */
const PATIENCE_MS = 4000;
const SHEET = `:host { display: block; }
iframe { display: block; inline-size: 100%; block-size: 100%; border: 0; }`;

/**
 * For the life of the page: whether a frame was reached on a host of its own. Where the first was not, the next do not
 * try; where one was, another that says nothing is held up by an app that hangs.
 */
let ownHosts: "untried" | "reached" | "away" = "untried";
let sheet: CSSStyleSheet | undefined;

/** Whether frames of a runtime get hosts of their own, as far as the page has found out by now. */
export function hasOwnHosts({ apps }: RuntimePlace): boolean {
  return apps !== undefined && ownHosts !== "away";
}

/** A frame of a runtime, without an app: it asks for one as soon as it can. */
export class RuntimeFrame {
  /**
   * What stands in the page and holds the frame, in a shadow root: frames in there are not among the page's, so that
   * apps cannot count, find or address one another.
   */
  readonly element = document.createElement("div");
  /**
   * Resolves when the frame has asked for its app and has loaded, with the version of the wire that it speaks. An app
   * that came before the frame has loaded could lead it away unnoticed.
   */
  readonly ready: Promise<number>;
  // Who gives the element the focus gives it to the frame.
  readonly #shadow = this.element.attachShadow({ mode: "open", delegatesFocus: true });
  readonly #end = new AbortController();
  #frame: HTMLIFrameElement;
  #loaded!: Promise<unknown>;
  #isReady = false;
  #onLedAway: (() => void) | undefined;

  constructor({ base, apps }: RuntimePlace) {
    // No element, which a page's policy for styles would refuse.
    this.#shadow.adoptedStyleSheets = [(sheet ??= createSheet())];
    this.ready = new Promise((resolve) => {
      const hear = ({ source, data }: MessageEvent<unknown>): void => {
        // Only the frame's own window counts, whoever else knows the words.
        if (source === null || source !== this.window || !isFrameReady(data)) return;
        window.removeEventListener("message", hear);
        this.#isReady = true;
        void this.#loaded.then(() => resolve(data.anteroom));
      };
      window.addEventListener("message", hear, { signal: this.#end.signal });
    });
    const address = `${base}/frame.html?p=${POLICY_VERSION}`;
    if (apps === undefined || ownHosts === "away") {
      this.#frame = this.#show(address);
    } else {
      this.#frame = this.#show(onOwnHost(address, apps));
      void this.ready.then(() => {
        if (ownHosts === "untried") ownHosts = "reached";
      });
      this.#expectWord(() => {
        ownHosts = "away";
        this.#frame = this.#show(address);
      });
    }
  }

  /** The frame's, while it is on the page. */
  get window(): Window | null {
    return this.#frame.contentWindow;
  }

  /** Names the frame to those who hear the page. */
  set title(title: string) {
    this.#frame.title = title;
  }

  get hasFocus(): boolean {
    return this.#shadow.activeElement !== null;
  }

  focus(): void {
    // Not its element, which can have the focus while the page has the keys.
    this.window?.focus();
  }

  /** A frame loads once. `onLedAway` is called when it loads again: an app has led it to another document. */
  watchNavigation(onLedAway: () => void): void {
    this.#onLedAway = onLedAway;
  }

  /** Has it load in `root` until it is inserted. */
  waitIn(root: ShadowRoot): void {
    root.append(this.#frame);
  }

  /** Puts it last into `container`; from where it waits it is moved with what it holds. */
  insert(container: Element): void {
    const waits = this.#frame.isConnected;
    container.append(this.element);
    // The frame itself, for Firefox loads it anew when an element is moved that has it in its shadow root.
    if (waits) this.#shadow.moveBefore(this.#frame, null);
  }

  remove(): void {
    this.#end.abort();
    this.#frame.remove();
    this.element.remove();
  }

  /** Puts a frame in place of the one that is there. */
  #show(src: string): HTMLIFrameElement {
    const frame = createElement(src);
    this.#loaded = new Promise((resolve) => {
      frame.addEventListener("load", resolve, { once: true });
    });
    void this.#loaded.then(() => frame.addEventListener("load", () => this.#onLedAway?.()));
    const before: HTMLIFrameElement | undefined = this.#frame;
    frame.title = before?.title ?? "";
    if (before === undefined) this.#shadow.append(frame);
    else before.replaceWith(frame);
    return frame;
  }

  /** Calls `otherwise`, once, when the frame does not ask for its app as soon as one that is reached does. */
  #expectWord(otherwise: () => void): void {
    const frame = this.#frame;
    const look = (): void => {
      const isAwaited = !this.#isReady && this.#frame === frame && !this.#end.signal.aborted;
      if (isAwaited && ownHosts !== "reached") otherwise();
    };
    setTimeout(look, PATIENCE_MS);
    // The word that it said before may come after this.
    frame.addEventListener("load", () => setTimeout(look, SILENCE_MS), { once: true });
  }
}

/** The same file at a host that no other frame has, or had. */
function onOwnHost(address: string, apps: string): string {
  const [label = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  const { pathname, search } = new URL(address, location.href);
  return apps.replace("*", `a${label.toString(16).padStart(16, "0")}`) + pathname + search;
}

function createElement(src: string): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  // Never allow-same-origin: with allow-scripts it would let the app out.
  frame.setAttribute("sandbox", "allow-scripts allow-forms");
  frame.allow = "";
  frame.referrerPolicy = "no-referrer";
  frame.src = src;
  return frame;
}

function createSheet(): CSSStyleSheet {
  const made = new CSSStyleSheet();
  made.replaceSync(SHEET);
  return made;
}
