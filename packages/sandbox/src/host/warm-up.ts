import { ENTRY, type AppFiles } from "@anteroom/app-format";

/**
 * A small app of what most apps have. Compiled some times before there is an app to wait for, it leaves the
 * compiler's code translated by the browser, which else would take longer than an app of many files.
 */
export const WARM_UP: AppFiles = new Map([
  [
    ENTRY,
    `import { useEffect, useMemo, useState, type ReactNode } from "react";
import { total, type Item } from "./items";
import "./styles.css";

interface Props { readonly title: string; readonly items?: readonly Item[]; onDone?(id: number): void }
type Filter = "all" | "open";
const FILTERS: Filter[] = ["all", "open"];

function List<T extends Item>({ items, children }: { items: readonly T[]; children?: ReactNode }) {
  return <ul className="list">{items.map((item) => <li key={item.id} style={{ opacity: item.done ? 0.5 : 1 }}>{item.name}</li>)}{children}</ul>;
}

export default function App({ title = "Items", items = [], onDone }: Props) {
  const [filter, setFilter] = useState<Filter>("all");
  const shown = useMemo(() => items.filter(({ done }) => filter === "all" || !done), [items, filter]);
  useEffect(() => {
    const timer = setInterval(() => setFilter((now) => (now === "all" ? "open" : "all")), 1000);
    return () => clearInterval(timer);
  }, []);
  const choose = async (next: Filter): Promise<void> => {
    try {
      await Promise.resolve();
      setFilter(next as Filter);
      onDone?.(shown[0]!.id ?? 0);
    } catch (error) {
      if (error instanceof Error) throw new TypeError(\`No \${next}: \${error.message}\`);
    }
  };
  return (
    <>
      <h1 data-count={shown.length}>{title} &amp; more</h1>
      {FILTERS.map((one) => <button key={one} disabled={one === filter} onClick={() => void choose(one)}>{one}</button>)}
      {shown.length > 0 ? <List items={shown}><li>{total(shown)}</li></List> : <p>Nothing</p>}
      <input value={filter} onChange={({ target: { value } }) => /^a/u.test(value) && setFilter("all")} />
    </>
  );
}
`,
  ],
  [
    "src/items.ts",
    `export interface Item { id: number; name: string; done: boolean }
export class Items { constructor(private readonly items: Item[] = []) {} get size() { return this.items.length; } }
export const total = (items: readonly Item[]): number => items.reduce((sum, { id }) => sum + id, 0);
export { Items as Default };
`,
  ],
  ["src/styles.css", ".list { display: grid; gap: 0.5rem; }\n.list li:hover { color: red; }\n"],
]);

/** How often it is compiled, a few times in a row: fewer leave the compiler slow, more change nothing. */
export const WARM_UPS = { rows: 20, times: 5 } as const;
