import type { ConsoleEntry } from "../wire/console.ts";
import type { FrameInit, GuestMessage, Phase } from "../wire/messages.ts";
import { DEFINE, type ModuleDefinition } from "../wire/program.ts";
import { watchConsole } from "./console.ts";
import { createTell, drawFailure, watchPage } from "./failures.ts";
import { createLoader } from "./modules.ts";
import { isComponent, mount } from "./mount.tsx";
import { watchReaches } from "./reaches.ts";
import { REGISTRY } from "./registry.ts";

/** Runs a linked app, drawn into `root`, and tells over `post` how it goes. */
export function startApp(init: FrameInit, root: Element, post: (message: GuestMessage) => void): void {
  const { code, styles, map, component } = init.program;
  const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const script = { url, code, map };
  const tell = createTell((report) => post({ type: "failed", report }));
  let phase: Phase = "load";
  watchPage(script, tell, () => phase);
  if (init.console === true) {
    const pass = (entry: ConsoleEntry): void => post({ type: "console", entry });
    watchConsole(pass);
    watchReaches(script, pass);
  }
  for (const { file, text } of styles) addStyle(file, text);

  once(DEFINE, (definitions) => {
    const App = defaultOf(createLoader(definitions, REGISTRY)(component.file));
    if (!isComponent(App)) {
      return tell(phase, () => ({ message: noComponent(component.file, App), ...component }));
    }
    phase = "run";
    mount(App, root, {
      onDrawn: () => post({ type: "running" }),
      onStopped: (thrown, stack) => tell("draw", () => drawFailure(script, thrown, stack)),
    });
  });
  runScript(url);
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
  return typeof exports === "object" && exports !== null && "default" in exports
    ? exports.default
    : undefined;
}

function noComponent(file: string, value: unknown): string {
  const is = value === null ? "null" : `of type ${typeof value}`;
  const what = value === undefined ? "" : ` that can be drawn: it is ${is}`;
  return `${file} has no default export${what}. Export a component: export default function App() { … }`;
}
