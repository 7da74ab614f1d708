import type { Notice } from "../wire/calls.ts";
import type { ConsoleEntry } from "../wire/console.ts";
import type { Place } from "../wire/diagnostic.ts";
import type { GuestMessage, Phase } from "../wire/messages.ts";
import { DEFINE, TAILWIND_SHEET, type ModuleDefinition } from "../wire/program.ts";
import { installAmbient } from "./ambient.ts";
import type { Arrival } from "./arrival.ts";
import { createAttempt } from "./attempts.ts";
import { watchBlank } from "./blank.ts";
import { ask } from "./calls.ts";
import { watchConsole } from "./console.ts";
import { createTell, drawFailure, watchPage } from "./failures.ts";
import look from "./look.css?raw";
import { createLoader } from "./modules.ts";
import { isComponent, mount, whyNoComponent } from "./mount.tsx";
import { loadPackages, type PackageError, type Registry } from "./packages.ts";
import { watchReaches, type Refused } from "./reaches.ts";
import { installShims } from "./shims/install.ts";
import { placeOfComponent, type LinkedScript, type SourcePlace } from "./trace.ts";

/** Runs a linked app, drawn into `root`, and tells over `post` how it goes. */
export function startApp(arrival: Arrival, root: Element, post: (message: GuestMessage) => void): void {
  const { init, url } = arrival;
  const { code, styles, map, component } = init.program;
  const script = { url, code, map };
  const tell = createTell((report) => post({ type: "failed", report }));
  let phase: Phase = "load";
  watchPage(script, tell, () => phase);
  let refused: Refused | undefined;
  const notice = createNotice(post);
  installShims({ ask, notice, attempt: createAttempt({ script, tell, refused: () => refused }) });
  if (init.console === true) {
    const pass = (entry: ConsoleEntry): void => post({ type: "console", entry });
    watchConsole(pass);
    refused = watchReaches(script, pass);
  }

  const run = (registry: Registry): void => {
    // Tailwind brings a look of its own, to the last element.
    if (!styles.some(({ file }) => file === TAILWIND_SHEET)) addStyle("look", look);
    for (const { file, text } of styles) addStyle(file, text);
    installAmbient();
    once(DEFINE, (definitions) => draw(createLoader(definitions, registry)(component.file)));
    runScript(url);
  };
  const draw = (entry: unknown): void => {
    const App = defaultOf(entry);
    const place = () => placeOfExport(script, component, App);
    if (!isComponent(App)) {
      return tell(phase, () => ({ message: whyNoComponent(component.file, App), ...place() }));
    }
    phase = "run";
    let isDrawn = false;
    watchBlank({ place, isDrawn: () => isDrawn, onNothing: () => notice("drew_nothing") });
    mount(App, root, {
      onDrawn: () => {
        isDrawn = true;
        post({ type: "running" });
      },
      onStopped: (thrown, stack) => tell("draw", () => drawFailure(script, thrown, stack)),
    });
  };
  const fail = ({ message }: PackageError): void => tell("load", () => ({ message }));
  loadPackages(arrival, addStyle).then(run, fail);
}

/** Where the entry's component is declared, as far as it has a name, else where it is exported. */
function placeOfExport(script: LinkedScript, exported: Place, App: unknown): SourcePlace {
  const place = typeof App === "function" ? placeOfComponent(script, `at ${App.name}`) : {};
  return place.file === exported.file ? place : exported;
}

/** Tells the page of each kind once, however often the app gives cause. */
function createNotice(post: (message: GuestMessage) => void): (notice: Notice) => void {
  const told: Partial<Record<Notice, true>> = {};
  return (notice) => {
    if (told[notice]) return;
    told[notice] = true;
    post({ type: "notice", notice });
  };
}

/**
 * A global function that the linked script calls, once. What it brings is taken when the script is over: of
 * what a module throws while it is evaluated, browsers know the place only if it is an Error.
 */
function once(name: string, take: (definitions: Readonly<Record<string, ModuleDefinition>>) => void): void {
  Object.defineProperty(globalThis, name, {
    configurable: true,
    value: (definitions: Readonly<Record<string, ModuleDefinition>>) => {
      Reflect.deleteProperty(globalThis, name);
      queueMicrotask(() => take(definitions));
    },
  });
}

/** By an element, not by import(), since only so do browsers tell where a syntax error stands. */
function runScript(url: string): void {
  const script = document.createElement("script");
  script.type = "module";
  script.src = url;
  document.head.append(script);
}

function addStyle(file: string, text: string): void {
  const style = document.createElement("style");
  style.dataset["file"] = file;
  style.textContent = text;
  document.head.append(style);
}

function defaultOf(exports: unknown): unknown {
  // `module.exports = App`
  if (isComponent(exports)) return exports;
  return typeof exports === "object" && exports !== null && "default" in exports
    ? exports.default
    : undefined;
}
