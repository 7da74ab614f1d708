import type { Frame, FrameLocator, Page } from "playwright-core";

/**
 * An app whose code the test plays: what a test has its frame do is done in the realm of the app, with `app` of
 * "@anteroom/app". In `heard` stands what came to its window.
 */
export const PUPPET_APP: Readonly<Record<string, string>> = {
  "src/App.tsx": `import { useState } from "react";
import * as app from "@anteroom/app";
import { room, shared } from "@anteroom/app";
Object.assign(globalThis, { app, uses: [room.members, shared], heard: [] });
for (const type of ["message", "messageerror"]) addEventListener(type, ({ data }) => heard.push(String(data?.type ?? data)));
export default function Puppet() {
  const [presses, setPresses] = useState(0);
  return <main><p>open</p><button onClick={() => { setPresses(presses + 1); globalThis.onPress?.(); }}>Pressed {presses}</button>
    <input aria-label="Field" /></main>;
}
`,
};

/** The realm of an app that is open in a page. */
export async function frameOf(page: Page, name: string): Promise<Frame> {
  const frame = await (await page.locator(`iframe[title="${name}"]`).elementHandle())?.contentFrame();
  if (!frame) throw new Error(`There is no frame of ${name}.`);
  return frame;
}

/** Opens the tab of another app in a Room that is open, and waits for `words` of it. */
export async function openBeside(page: Page, name: string, words = "open"): Promise<FrameLocator> {
  await page.getByRole("tab", { name }).click();
  const app = page.frameLocator(`iframe[title="${name}"]`);
  await app.getByText(words, { exact: true }).waitFor();
  return app;
}
