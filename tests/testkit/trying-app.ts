import type { FrameLocator } from "playwright-core";

export interface TryingAppOptions {
  /** Code before all tries, which they can use. */
  readonly prelude?: string;
  /** Longer no try is waited for, in ms; one may hang where a browser would ask a person. */
  readonly patienceMs?: number;
}

/**
 * An app that does one thing after the other, by name, at a press of "Try". What came of each is what its code
 * returns, or `threw` and the name of the error.
 */
export function tryingApp(
  tries: Readonly<Record<string, string>>,
  { prelude = "", patienceMs = 2000 }: TryingAppOptions = {},
): Record<string, string> {
  const entries = Object.entries(tries).map(
    ([name, code]) => `  ${JSON.stringify(name)}: async () => { ${code} },`,
  );
  return {
    "src/App.tsx": `export { default } from "./app.jsx";\n`,
    "src/app.jsx": `import { useState } from "react";
import * as app from "@anteroom/app";
${prelude}
const TRIES = {
${entries.join("\n")}
};
const told = JSON.stringify;
async function outcome(run) {
  const late = new Promise((end) => setTimeout(end, ${patienceMs}, "nothing came"));
  try {
    return (await Promise.race([run(), late])) ?? "nothing";
  } catch (error) {
    return "threw " + (error?.name ?? error);
  }
}
export default function App() {
  const [said, say] = useState("ready");
  const tryAll = async () => {
    const came = {};
    for (const [name, run] of Object.entries(TRIES)) came[name] = await outcome(run);
    say(told(came));
  };
  return <main><button onClick={tryAll}>Try</button><output>{said}</output></main>;
}
`,
  };
}

/** Presses "Try", and returns what came of each try. */
export async function tryAll(app: FrameLocator): Promise<Readonly<Record<string, unknown>>> {
  await app.getByRole("button", { name: "Try", exact: true }).click();
  const said = app.locator("output").filter({ hasText: "{" });
  await said.waitFor();
  return JSON.parse(await said.innerText()) as Record<string, unknown>;
}
