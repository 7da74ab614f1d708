import { isFrameReady } from "../wire/messages.ts";

/** Where a runtime is served. */
export interface RuntimePlace {
  /** The path above `frame.html` on the page's own host, without a slash at its end. */
  readonly base: string;
  /** The pattern of hosts of their own for apps, as `https://*.apps.example.test`; absent where there are none. */
  readonly apps?: string;
}

/** A frame of a runtime, without an app: it asks for one as soon as it can. */
export class RuntimeFrame {
  readonly element: HTMLIFrameElement;
  /** Resolves when the frame asks for its app, with the version of the wire that it speaks. */
  readonly ready: Promise<number>;
  readonly #end = new AbortController();
  #hasLoaded = false;

  /** `base` is the path above `frame.html`, without a slash at its end. */
  constructor(base: string) {
    this.element = createElement(`${base}/frame.html`);
    this.ready = new Promise((resolve) => {
      const hear = ({ source, data }: MessageEvent<unknown>): void => {
        // Only the frame's own window counts, whoever else knows the words.
        if (source === null || source !== this.element.contentWindow || !isFrameReady(data)) return;
        window.removeEventListener("message", hear);
        resolve(data.anteroom);
      };
      window.addEventListener("message", hear, { signal: this.#end.signal });
    });
    this.element.addEventListener("load", () => (this.#hasLoaded = true), { once: true });
  }

  /** A frame loads once. `onLedAway` is called when it loads again: an app has led it to another document. */
  watchNavigation(onLedAway: () => void, signal: AbortSignal): void {
    let isFirst = !this.#hasLoaded;
    const count = (): void => {
      if (!isFirst) onLedAway();
      isFirst = false;
    };
    this.element.addEventListener("load", count, { signal });
  }

  /** Puts it last into `container`; from where it stands it is moved with what it holds. */
  insert(container: Element | ShadowRoot): void {
    if (this.element.isConnected) container.moveBefore(this.element, null);
    else container.append(this.element);
  }

  remove(): void {
    this.#end.abort();
    this.element.remove();
  }
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
