import { CONSOLE_LEVELS, type ConsoleEntry } from "../wire/console.ts";
import { createGate } from "../wire/gate.ts";
import { textOfCall } from "./console-text.ts";

/** How many calls of the console are passed on in 100 ms. */
const MOST = 20;

/** Tells what the app writes to its console from now on; the browser's own console has it too. */
export function watchConsole(pass: (entry: ConsoleEntry) => void): void {
  const gate = createGate({ of: "said", most: MOST, pass });
  const { apply } = Reflect;
  const target = console;
  let drawing = false;

  function tell(make: () => ConsoleEntry): void {
    // What is drawn can be a proxy that writes to the console in turn.
    if (drawing) return;
    drawing = true;
    try {
      gate(make);
    } finally {
      drawing = false;
    }
  }
  for (const level of CONSOLE_LEVELS) {
    const native = target[level];
    target[level] = (...values: unknown[]) => {
      tell(() => ({ kind: "said", level, text: textOfCall(values) }));
      apply(native, target, values);
    };
  }
  const { clear } = target;
  target.clear = () => {
    tell(() => ({ kind: "cleared" }));
    apply(clear, target, []);
  };
}
