import { RuntimeFrame, type RuntimePlace } from "./runtime-frame.ts";

/** An app that takes the spare frame is first drawn, before the next one is made. */
const NEXT_AFTER_MS = 1500;

/** One runtime's frame kept ready for the next app. */
class SpareFrame implements Disposable {
  readonly place: RuntimePlace;
  readonly #element = document.createElement("div");
  readonly #shadow = this.#element.attachShadow({ mode: "closed" });
  #frame: RuntimeFrame | undefined;
  #next: ReturnType<typeof setTimeout> | undefined;

  constructor(place: RuntimePlace) {
    this.place = place;
    // Nothing of the page is to come upon it.
    this.#element.hidden = true;
    document.body.append(this.#element);
    this.#prepare();
  }

  take(): RuntimeFrame | undefined {
    const frame = this.#frame;
    this.#frame = undefined;
    clearTimeout(this.#next);
    this.#next = setTimeout(() => this.#prepare(), NEXT_AFTER_MS);
    return frame;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#next);
    this.#frame?.remove();
    this.#element.remove();
    if (spare === this) spare = undefined;
  }

  #prepare(): void {
    this.#next = undefined;
    this.#frame = new RuntimeFrame(this.place);
    this.#frame.waitIn(this.#shadow);
  }
}

let spare: SpareFrame | undefined;

/**
 * Keeps one frame of the runtime at `place` ready for the next app that opens, in place of any other runtime's;
 * only where the browser can move a frame without loading it anew. Disposing takes it away.
 */
export function keepFrameReady(place: RuntimePlace): Disposable | undefined {
  if (!("moveBefore" in Element.prototype)) return undefined;
  spare?.[Symbol.dispose]();
  spare = new SpareFrame(place);
  return spare;
}

/** A frame of the runtime at `place` for one app: the spare one, or one that is on no page yet. */
export function takeFrame(place: RuntimePlace): RuntimeFrame {
  const isSame = spare?.place.base === place.base && spare.place.apps === place.apps;
  return (isSame ? spare?.take() : undefined) ?? new RuntimeFrame(place);
}

/** Takes the spare frame away, as it may share a process that hangs; after a while there is another. */
export function dropSpareFrame(): void {
  spare?.take()?.remove();
}
