import { RuntimeFrame } from "./runtime-frame.ts";

/** An app that takes the spare frame is first drawn, before the next one is made. */
const NEXT_AFTER_MS = 1500;

/** One runtime's frame kept ready for the next app. */
class SpareFrame implements Disposable {
  readonly base: string;
  readonly #place = document.createElement("div");
  readonly #shadow = this.#place.attachShadow({ mode: "closed" });
  #frame: RuntimeFrame | undefined;
  #next: ReturnType<typeof setTimeout> | undefined;

  constructor(base: string) {
    this.base = base;
    // Nothing of the page is to come upon it.
    this.#place.hidden = true;
    document.body.append(this.#place);
    this.#prepare();
  }

  take(): RuntimeFrame | undefined {
    const frame = this.#frame;
    this.#frame = undefined;
    this.#next ??= setTimeout(() => this.#prepare(), NEXT_AFTER_MS);
    return frame;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#next);
    this.#frame?.remove();
    this.#place.remove();
    if (spare === this) spare = undefined;
  }

  #prepare(): void {
    this.#next = undefined;
    this.#frame = new RuntimeFrame(this.base);
    this.#frame.insert(this.#shadow);
  }
}

let spare: SpareFrame | undefined;

/**
 * Keeps one frame of the runtime at `base` ready for the next app that opens, in place of any other runtime's;
 * only where the browser can move a frame without loading it anew. Disposing takes it away.
 */
export function keepFrameReady(base: string): Disposable | undefined {
  if (!("moveBefore" in Element.prototype)) return undefined;
  spare?.[Symbol.dispose]();
  spare = new SpareFrame(base);
  return spare;
}

/** A frame of the runtime at `base` for one app: the spare one, or one that is on no page yet. */
export function takeFrame(base: string): RuntimeFrame {
  return (spare?.base === base ? spare.take() : undefined) ?? new RuntimeFrame(base);
}
