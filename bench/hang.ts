import { launchBrowser } from "@anteroom/tests/testkit/browser";
import { HOSTINGS, PLAIN_HOST, startAppStand } from "./open-app-stand.ts";
import { detail, type Figure, figure } from "./report.ts";

/** What apps do half a second after they were drawn; the first is what the machine itself does to a page. */
const HANGS: Readonly<Record<string, string>> = {
  nothing: "",
  "a loop": "for (;;);",
  "promises without an end": "const again = () => Promise.resolve().then(again); again();",
  "a search that goes back and forth": `/^(a+)+$/.test("a".repeat(60) + "!");`,
  "elements without an end": `for (;;) document.body.append(document.createElement("i"));`,
  "more memory at each drawn frame": `const kept = [];
const again = () => { if (kept.length < 60) kept.push(new Array(2e6).fill(kept.length + 0.5)); requestAnimationFrame(again); };
again();`,
  "styles that always move everything": `document.body.insertAdjacentHTML("beforeend",
  "<style>@keyframes k { to { width: 9px; } } i { animation: k 0.1s infinite; }</style>" + "<i>x</i>".repeat(30_000));`,
  "calls in a loop": `for (;;) storage.get("a").catch(() => undefined);`,
  "10,000 messages in a second": `setInterval(() => { for (let n = 0; n < 100; n += 1) parent.postMessage(n, "*"); }, 10);`,
  "messages as fast as can be": `const { port1, port2 } = new MessageChannel();
port1.onmessage = () => { for (let n = 0; n < 100; n += 1) parent.postMessage(n, "*"); port2.postMessage(0); };
port2.postMessage(0);`,
};
const NEXT = "next";
const MOST = { gap: 100, next: 700 } as const;

/** In ms; without `next` for an app that was told of as nothing that hangs. */
interface Felt {
  readonly gap: number;
  readonly next?: number;
}

/** What a Room page feels of an app that hangs beside another, and from its Stop to the next app running. */
export async function hang(json: boolean): Promise<Figure[]> {
  const hangs = Object.entries(HANGS).map(([name, code]) => [name, appOf(code)] as const);
  const apps = new Map([...hangs, [NEXT, appOf("")]]);
  const browser = await launchBrowser(`--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`);
  try {
    const figures: Figure[] = [];
    for (const hosting of HOSTINGS) {
      await using stand = await startAppStand(apps, { hosting, ways: ["room"] });
      const worst = { gap: 0, next: 0 };
      for (const name of Object.keys(HANGS)) {
        const page = await browser.newPage();
        await page.goto(stand.origin, { waitUntil: "networkidle" });
        const { gap, next } = await page.evaluate<Felt>(
          `bench.hang(${JSON.stringify(name)}, ${JSON.stringify(NEXT)})`,
        );
        await page.close();
        const stopped = next === undefined ? "did not hang" : `next app ${next.toFixed(0)} ms`;
        detail(`${hosting}, ${name}: gap ${gap.toFixed(0)} ms; ${stopped}`, json);
        worst.gap = Math.max(worst.gap, gap);
        worst.next = Math.max(worst.next, next ?? 0);
      }
      figures.push(
        figure(`hang on ${hosting}: longest gap of the page`, worst.gap, "ms", { most: MOST.gap }),
        figure(`hang on ${hosting}: Stop to the next app running`, worst.next, "ms", { most: MOST.next }),
      );
    }
    return figures;
  } finally {
    await browser.close();
  }
}

function appOf(code: string): Readonly<Record<string, string>> {
  return {
    "src/App.tsx": `import { storage } from "@anteroom/app";
setTimeout(() => { ${code} }, 500);
export default () => <p>on</p>;`,
  };
}
