/** Tells the page when what the app drew first was painted. */
const PAINTED = `useEffect(() => {
    requestAnimationFrame(() => setTimeout(() => parent.postMessage("painted", "*")));
  }, []);`;

const STYLES = `.app { max-width: 60rem; margin: 0 auto; display: grid; gap: 0.5rem; }
.part { padding: 0.5rem 1rem; border: 1px solid #8888; border-radius: 0.5rem; }
.part h2 { font-size: 1rem; margin: 0; }
.done { text-decoration: line-through; opacity: 0.6; }
`;

/** An app of so many files: the entry, a stylesheet, and components that it draws. */
export function partsApp(files: number): Record<string, string> {
  const numbers = Array.from({ length: files - 2 }, (_, index) => index + 1);
  const imports = numbers.map((n) => `import { Part${n} } from "./parts/part-${n}";`);
  const parts = numbers.map((n) => `      <Part${n} title="Part ${n}" />`);
  const app = `import { useEffect, useState } from "react";
import "./styles.css";
${imports.join("\n")}

type Filter = "all" | "open";

export default function App() {
  const [filter, setFilter] = useState<Filter>("all");
  ${PAINTED}
  return (
    <main className="app">
      <h1>Chores</h1>
      <p>Shown: {filter}</p>
      <button onClick={() => setFilter(filter === "all" ? "open" : "all")}>Switch</button>
${parts.join("\n")}
    </main>
  );
}
`;
  const made = numbers.map((n): [string, string] => [`src/parts/part-${n}.tsx`, part(n)]);
  return Object.fromEntries([["src/App.tsx", app], ["src/styles.css", STYLES], ...made]);
}

function part(n: number): string {
  const chores = Array.from(
    { length: 12 },
    (_, index) =>
      `  { id: ${index}, name: "Chore ${n}.${index}", minutes: ${(n * index) % 60}, done: ${index % 3 === 0} },`,
  );
  return `import { useMemo, useState } from "react";

interface Chore {
  id: number;
  name: string;
  minutes: number;
  done: boolean;
}

const CHORES: Chore[] = [
${chores.join("\n")}
];

function total(chores: readonly Chore[]): number {
  return chores.reduce((sum, { minutes }) => sum + minutes, 0);
}

export function Part${n}({ title }: { title: string }) {
  const [chores, setChores] = useState<Chore[]>(CHORES);
  const [open, setOpen] = useState(false);
  const left = useMemo(() => chores.filter(({ done }) => !done), [chores]);
  const toggle = (id: number) =>
    setChores((now) => now.map((one) => (one.id === id ? { ...one, done: !one.done } : one)));
  return (
    <section className="part">
      <h2>{title}</h2>
      <p>
        {left.length} of {chores.length} left, {total(left)} minutes
      </p>
      <button onClick={() => setOpen(!open)}>{open ? "Hide" : "Show"}</button>
      {open && (
        <ul>
          {chores.map(({ id, name, done }) => (
            <li key={id} className={done ? "done" : ""} onClick={() => toggle(id)}>
              {name}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
`;
}

/** An app with a chart of a large package. */
export function chartApp(): Record<string, string> {
  return {
    "src/App.tsx": `import { useEffect } from "react";
import { CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from "recharts";

const data = Array.from({ length: 30 }, (_, day) => ({ day, value: Math.round(50 + 40 * Math.sin(day / 4)) }));

export default function App() {
  ${PAINTED}
  return (
    <LineChart width={800} height={400} data={data}>
      <CartesianGrid />
      <XAxis dataKey="day" />
      <YAxis />
      <Tooltip />
      <Line dataKey="value" isAnimationActive={false} />
    </LineChart>
  );
}
`,
  };
}
