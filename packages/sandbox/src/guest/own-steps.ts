import { getterOf } from "./getter-of.ts";

const NUMBER = "anteroom step";

/** What the browser keeps as the state of a step of an app. */
interface Marked {
  readonly [NUMBER]: number;
  /** The app's own. */
  readonly state: unknown;
}

interface Step {
  readonly state: unknown;
  readonly url: string;
}

type Change = (state: unknown, title: string, url?: string | URL | null) => void;

/**
 * Has an app go back and forth in a list of its own. The browser's is one for the page and all its frames, and in some
 * browsers any frame moves the page by it: it is left to the person. Runs before any code of an app, and after what
 * bounds the steps that it makes.
 */
export function keepToOwnSteps(): void {
  const { apply } = Reflect;
  const { location, history: browsers } = window;
  const { pushState, replaceState } = History.prototype;
  const later = setTimeout;
  const stateOf = getterOf(History.prototype, "state");
  const stateOfEvent = getterOf(PopStateEvent.prototype, "state");
  const steps: Step[] = [];
  let at = 0;

  function note(): void {
    steps[at] = { state: unmarked(stateOf(browsers)), url: location.href };
  }
  /** Finds out where the app is: the person goes back and forth too, and a link leads on behind the `#`. */
  function find(): void {
    const state = stateOf(browsers);
    if (isMarked(state)) at = state[NUMBER];
    else {
      steps.length = at += 1;
      change(replaceState, null, "");
    }
  }
  function change(native: Change, state: unknown, ...more: [string, (string | URL | null)?]): void {
    apply(native, browsers, [{ [NUMBER]: at, state }, ...more]);
    note();
  }
  function travel(delta: number): void {
    find();
    const [step, from] = [steps[at + delta], location.href];
    if (delta === 0) return location.reload();
    if (step === undefined) return;
    at += delta;
    change(replaceState, step.state, "", step.url);
    window.dispatchEvent(new PopStateEvent("popstate", { state: step.state }));
    if (step.url === from) return;
    window.dispatchEvent(new HashChangeEvent("hashchange", { oldURL: from, newURL: step.url }));
  }
  /** A number, whatever it was made of. */
  const travelSoon = (delta: unknown): void => void later(travel, 0, (delta as number) | 0);

  change(replaceState, null, "");
  window.addEventListener("hashchange", find, { capture: true });
  const own: Partial<History> = {
    pushState(...given) {
      find();
      steps.length = at += 1;
      change(pushState, ...given);
    },
    replaceState(...given) {
      find();
      change(replaceState, ...given);
    },
    back: () => travelSoon(-1),
    forward: () => travelSoon(1),
    go: travelSoon,
  };
  Object.assign(History.prototype, own);
  replaceGetter(History.prototype, "state", () => unmarked(stateOf(browsers)));
  replaceGetter(PopStateEvent.prototype, "state", function (this: PopStateEvent) {
    return this.isTrusted ? unmarked(stateOfEvent(this)) : stateOfEvent(this);
  });
}

function isMarked(state: unknown): state is Marked {
  return typeof state === "object" && state !== null && NUMBER in state;
}

function unmarked(state: unknown): unknown {
  return isMarked(state) ? state.state : null;
}

function replaceGetter(owner: object, name: string, get: () => unknown): void {
  Object.defineProperty(owner, name, { ...Object.getOwnPropertyDescriptor(owner, name), get });
}
