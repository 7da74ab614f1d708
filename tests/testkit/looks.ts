import axe from "axe-core";
import type { BrowserContextOptions, Page } from "playwright-core";

/** Without motion no colour is looked at while it turns into another. */
const STILL = { reducedMotion: "reduce" } as const;
const DESK = { ...STILL, viewport: { width: 1440, height: 900 } };
const PHONE = { ...STILL, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** How people meet the pages: in light and dark, on a desk and on a phone. */
export const LOOKS: Record<string, BrowserContextOptions> = {
  "desk, light": { ...DESK, colorScheme: "light" },
  "desk, dark": { ...DESK, colorScheme: "dark" },
  "phone, light": { ...PHONE, colorScheme: "light" },
  "phone, dark": { ...PHONE, colorScheme: "dark" },
};

/** What axe-core finds in a page or frame by the rules of WCAG 2.2 A and AA, and whether it is wider than its window. */
export async function faultsOf(page: Pick<Page, "evaluate">): Promise<string[]> {
  await page.evaluate(axe.source);
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  const found = await page.evaluate(
    async (values) =>
      await (globalThis as unknown as { axe: typeof axe }).axe.run({ runOnly: { type: "tag", values } }),
    tags,
  );
  const faults = found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`,
  );
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return wide > 0 ? [...faults, `It scrolls sideways by ${wide} px.`] : faults;
}

/** What the browser complains of from now on: faults of the page's own code, and what its policy forbids. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return complaints;
}
