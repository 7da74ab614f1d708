import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStand, type Stand } from "./testing/stand.ts";

let stand: Stand;
beforeAll(async () => {
  stand = await createStand();
});
afterAll(async () => {
  await stand[Symbol.asyncDispose]();
});

type Files = Readonly<Record<string, string>>;

async function opened(files: Files) {
  const room = await stand.openPage();
  const app = await (await room.open(files)).running();
  return { app, page: room.page };
}

/** Computed values of the first element that a selector finds, in the app's frame. */
async function computed(
  app: { evaluate<T>(expression: string): Promise<T> },
  selector: string,
  properties: readonly string[],
): Promise<string[]> {
  return await app.evaluate<string[]>(
    `(() => { const style = getComputedStyle(document.querySelector(${JSON.stringify(selector)})); return ${JSON.stringify(properties)}.map((name) => style[name]); })()`,
  );
}

/** The least contrast of letters with the ground behind them, by WCAG's formula, over elements of the page. */
const LEAST_CONTRAST = `(() => {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const over = (colours) => {
    for (const colour of colours) { context.fillStyle = colour; context.fillRect(0, 0, 1, 1); }
    const [r, g, b] = [...context.getImageData(0, 0, 1, 1).data].map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const grounds = (element) => element === null ? [] : [...grounds(element.parentElement), getComputedStyle(element).backgroundColor];
  const contrasts = [...document.querySelectorAll("h1, p, a, button:enabled, input, select, textarea, th, td, code, kbd, legend, summary, small, blockquote, mark")].map((element) => {
    const [ground, ink] = [grounds(element), getComputedStyle(element).color];
    const [one, other] = [over(ground), over([...ground, ink])];
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  });
  return Math.min(...contrasts);
})()`;

const BARE = `export default () => <main><h1>Lunch</h1><p>Read <a href="#x">the rules</a>, <code>x</code> <kbd>K</kbd> <small>s</small></p>
<form><input placeholder="x" /><select><option>a</option></select><textarea /><button>Send</button><button type="button">More</button></form>
<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>
<blockquote>q</blockquote><fieldset><legend>l</legend></fieldset><details><summary>s</summary></details></main>;`;

describe("a bare app", () => {
  test("is readable in light and dark, and follows the Room", async () => {
    const { app } = await opened({ "src/App.tsx": BARE });
    const [light] = await computed(app, "html", ["backgroundColor"]);
    expect(await app.evaluate<number>(LEAST_CONTRAST)).toBeGreaterThanOrEqual(4.5);
    await app.call(`.setTheme("dark")`);
    await expect.poll(async () => (await computed(app, "html", ["colorScheme"]))[0]).toBe("dark");
    expect(await computed(app, "html", ["backgroundColor"])).not.toEqual([light]);
    // Its controls change over by and by.
    await expect.poll(() => app.evaluate<number>(LEAST_CONTRAST)).toBeGreaterThanOrEqual(4.5);
  });

  test("dresses its controls, and shows where the keyboard is", async () => {
    const { app, page } = await opened({ "src/App.tsx": BARE });
    const [radius, font, size] = await computed(app, "form button", [
      "borderRadius",
      "fontFamily",
      "fontSize",
    ]);
    expect([radius, size]).toEqual(["4px", "16px"]);
    expect([font]).toEqual(await computed(app, "body", ["fontFamily"]));
    await app.frame.locator("a").focus();
    await page.keyboard.press("Tab");
    expect(await computed(app, "input", ["outlineStyle", "outlineWidth"])).toEqual(["solid", "2px"]);
  });
});

describe("an app's own rules", () => {
  test("win over the look, in layers too, and CSS modules keep to their file", async () => {
    const { app } = await opened({
      "src/App.tsx": `import "./a.css"; import one, { box } from "./one.module.css"; import * as two from "./two.module.css";
export default () => <><h1>x</h1><button>y</button><p className={box}>1</p><p className={two.box}>2</p><i className={one.spin}>3</i></>;`,
      "src/a.css": "@layer mine { h1 { font-size: 50px } } button { padding: 1px }",
      "src/one.module.css": ".box { color: rgb(200, 0, 0) } .spin { animation: turn 1s } @keyframes turn {}",
      "src/two.module.css": `.box { composes: box from "./one.module.css"; color: rgb(0, 120, 0) }`,
    });
    expect(await computed(app, "h1", ["fontSize"])).toEqual(["50px"]);
    expect(await computed(app, "button", ["padding"])).toEqual(["1px"]);
    expect(await computed(app, "p:nth-of-type(1)", ["color"])).toEqual(["rgb(200, 0, 0)"]);
    expect(await computed(app, "p:nth-of-type(2)", ["color"])).toEqual(["rgb(0, 120, 0)"]);
    expect((await computed(app, "i", ["animationName"]))[0]).toMatch(/^one_turn_/u);
  });

  test("that are made for white stand on white in a dark Room too", async () => {
    const { app } = await opened({
      "src/App.tsx": `export default () => <p style={{ background: "#fff" }}>x</p>;`,
    });
    await app.call(`.setTheme("dark")`);
    await expect.poll(() => app.evaluate<boolean>(`document.documentElement.matches(".dark")`)).toBe(true);
    expect(await computed(app, "html", ["colorScheme"])).toEqual(["light"]);
  });
});

test("an app that asks what the system prefers is told the Room's theme", async () => {
  const { app } = await opened({
    "src/App.tsx": `import "./a.css"; import { useEffect, useState } from "react";
const dark = matchMedia("(prefers-color-scheme: dark)");
export default function App() {
  const [said, say] = useState(dark.matches ? "dark" : "light");
  useEffect(() => dark.addEventListener("change", (event) => say(event.matches ? "dark" : "light")), []);
  return <><style>{"@media (prefers-color-scheme:dark) { b { color: rgb(9, 9, 9) } }"}</style><p>{said}</p><b>x</b></>;
}`,
    "src/a.css": `p { color: rgb(1, 1, 1) } @layer x { @media screen and (prefers-color-scheme: dark) { i { color: red } } }
@media (prefers-color-scheme: dark) { p { color: rgb(2, 2, 2) } }`,
  });
  const colours = async () => [
    ...(await computed(app, "p", ["color"])),
    ...(await computed(app, "b", ["color"])),
  ];
  const [, before] = await colours();
  expect(await colours()).toEqual(["rgb(1, 1, 1)", before]);
  await app.call(`.setTheme("dark")`);
  await app.frame.getByText("dark").waitFor();
  expect(await colours()).toEqual(["rgb(2, 2, 2)", "rgb(9, 9, 9)"]);
  await app.call(`.setTheme("light")`);
  await app.frame.getByText("light").waitFor();
  expect(await colours()).toEqual(["rgb(1, 1, 1)", before]);
});

test("Tailwind's classes are drawn, in the dark and under the pointer, and no look is left under them", async () => {
  const { app } = await opened({
    "src/App.tsx": `import "./a.css";
export default () => <div className="p-4 bg-white dark:bg-gray-900"><h1>x</h1>
<button className="px-4 rounded-lg bg-blue-600 text-white hover:bg-red-600 mine">b</button><input /></div>;`,
    "src/a.css": ".mine { padding-top: 7px }",
  });
  expect(await computed(app, "#root > div", ["padding", "backgroundColor"])).toEqual([
    "16px",
    "rgb(255, 255, 255)",
  ]);
  expect(await computed(app, "button", ["paddingLeft", "paddingTop", "borderTopWidth"])).toEqual([
    "16px",
    "7px",
    "0px",
  ]);
  expect(await computed(app, "h1", ["fontSize", "marginTop"])).toEqual(["16px", "0px"]);
  expect(await computed(app, "input", ["borderTopWidth", "minHeight"])).toEqual(["0px", "0px"]);
  const [blue] = await computed(app, "button", ["backgroundColor"]);
  await app.frame.locator("button").hover();
  await expect.poll(() => computed(app, "button", ["backgroundColor"])).not.toEqual([blue]);
  await app.call(`.setTheme("dark")`);
  await expect
    .poll(() => computed(app, "#root > div", ["backgroundColor"]))
    .not.toEqual(["rgb(255, 255, 255)"]);
  expect(stand.strayRequests).toEqual([]);
});
