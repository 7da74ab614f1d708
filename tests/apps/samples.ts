import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** The files of an app of this folder, by their paths, as an agent would propose them. */
export function filesOf(app: string): Record<string, string> {
  const folder = join(import.meta.dirname, app);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
  return Object.fromEntries(
    files.map((path) => [relative(folder, path).split(sep).join("/"), readFileSync(path, "utf8")]),
  );
}

/** One file of 5,000 lines: a glossary that was written out. */
export function longFile(): Record<string, string> {
  const terms = Array.from(
    { length: 4980 },
    (_, n) => `  { term: "Term ${n + 1}", meaning: "Meaning ${n + 1}" },`,
  );
  return {
    "src/App.tsx": `import { useState } from "react";

const GLOSSARY = [
${terms.join("\n")}
];

export default function Glossary() {
  const [query, setQuery] = useState("");
  const found = GLOSSARY.filter(({ term }) => term.toLowerCase().includes(query.toLowerCase()));
  return (
    <main>
      <h1>{found.length} terms</h1>
      <input aria-label="Search" value={query} onChange={(event) => setQuery(event.target.value)} />
      <dl>{found.slice(0, 20).map(({ term, meaning }) => <div key={term}><dt>{term}</dt><dd>{meaning}</dd></div>)}</dl>
    </main>
  );
}
`,
  };
}

/** An app of a hundred files: a screen for each of its parts, some loaded on demand. */
export function hundredFiles(): Record<string, string> {
  const files: Record<string, string> = {};
  const parts = Array.from({ length: 48 }, (_, n) => n + 1);
  for (const n of parts) {
    files[`src/parts/part${n}/index.tsx`] = `import { label } from "./label";
import { useCount } from "../../hooks/useCount";

export function Part${n}() {
  const [count, add] = useCount(${n});
  return <button onClick={add}>{label} pressed {count} times</button>;
}
`;
    files[`src/parts/part${n}/label.ts`] = `export const label: string = "Part ${n}";\n`;
  }
  files["src/hooks/useCount.ts"] = `import { useState } from "react";

export function useCount(start: number) {
  const [count, setCount] = useState(start);
  return [count, () => setCount((now) => now + 1)] as const;
}
`;
  files["src/parts/index.ts"] = parts.map((n) => `export { Part${n} } from "./part${n}";\n`).join("");
  files["src/Late.tsx"] = `export default function Late() {\n  return <p>Loaded on demand</p>;\n}\n`;
  files["src/App.tsx"] = `import { lazy, Suspense, useState, type ComponentType } from "react";
import * as parts from "./parts";

const Late = lazy(() => import("./Late"));

export default function App() {
  const [late, setLate] = useState(false);
  return (
    <>
      <h1>{Object.keys(parts).length} parts</h1>
      {Object.entries(parts).map(([name, Part]: [string, ComponentType]) => <Part key={name} />)}
      <button onClick={() => setLate(true)}>More</button>
      {late && <Suspense fallback="…"><Late /></Suspense>}
    </>
  );
}
`;
  return files;
}
