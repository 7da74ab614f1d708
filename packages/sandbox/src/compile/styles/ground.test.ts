import { expect, test } from "vitest";
import { groundStyle } from "./ground.ts";

test.each([
  ["a bare app", "export default () => <p style={{ margin: 4 }}>x</p>"],
  [
    "colours that show on every ground",
    `a { color: #2a9d8f; border-color: #ddd } .b { background: #c33; color: white } <Bar fill="#111" />`,
  ],
  [
    "dark letters on a ground of their own",
    `.badge { background: #e63946; color: #111 } const s = { backgroundColor: "teal", color: "black" };`,
  ],
  ["a dark theme of its own", "body { background: #101418; color: #eee }"],
  [
    "surfaces that one sees through",
    "a { background: rgba(255, 255, 255, .1); background: #ffffff22; background: transparent }",
  ],
  [
    "a word of a dark theme",
    ".a { background: #fff } @media (prefers-color-scheme: dark) { .a { background: #000 } }",
  ],
  [
    "dark letters on a ground of their own, beside numbers",
    `const s = { padding: 4, background: "teal", margin: 0, color: "black" };`,
  ],
  ["Tailwind's dark classes", `<p className="bg-white text-gray-900 dark:bg-gray-900" />`],
  ["the Room's theme", `const { theme } = useRoom(); const style = { background: "#fff" };`],
  ["a state alone", `<p className="hover:bg-gray-100 bg-white/10 text-gray-400" />`],
])("the Room's theme is followed by %s", (_what, text) => {
  expect(groundStyle([text])).toEqual([]);
});

test.each([
  ["a light surface", ".card { background: #fff; }"],
  [
    "one among others",
    ".card { background: linear-gradient(#fafafa, white) } .b { background: black; color: white }",
  ],
  ["one of a style", `<p style={{ backgroundColor: "#f5f5f5" }} />`],
  ["one after a number", `<p style={{ padding: 16, margin: 0, background: "white" }} />`],
  ["one by a name", ":root { --bg: hsl(0, 0%, 98%); --ink: #eee }"],
  ["dark letters", ".card { color: #333 }"],
  [
    "dark letters of a style",
    `const styles = { title: { color: "rgb(20 20 20)", margin: 0 }, other: { background: "red" } }`,
  ],
  ["Tailwind's light surfaces", `<p className="p-4 bg-white" />`],
  ["Tailwind's dark letters", `<p className="p-4 text-gray-800" />`],
])("the ground stays light for an app with %s", (_what, text) => {
  expect(groundStyle(["x", text])).toHaveLength(1);
});
