import { useState } from "react";
import units from "./units.json";

type Kind = keyof typeof units;

export default function Converter() {
  const [kind, setKind] = useState<Kind>("length");
  const names = Object.keys(units[kind]);
  const [from, setFrom] = useState(names[0]!);
  const [to, setTo] = useState(names[1]!);
  const [value, setValue] = useState("1");
  const table = units[kind] as Record<string, number>;
  const result = (Number(value) * (table[from] ?? 1)) / (table[to] ?? 1);

  const choose = (next: Kind) => {
    const [a, b] = Object.keys(units[next]);
    setKind(next);
    setFrom(a!);
    setTo(b!);
  };
  return (
    <div style={{ display: "grid", gap: 12, maxWidth: 360 }}>
      <h1>Converter</h1>
      <div role="tablist">
        {(Object.keys(units) as Kind[]).map((k) => (
          <button key={k} role="tab" aria-selected={k === kind} onClick={() => choose(k)}>{k}</button>
        ))}
      </div>
      <label>Value <input inputMode="decimal" value={value} onChange={(e) => setValue(e.target.value)} /></label>
      <label>From <select value={from} onChange={(e) => setFrom(e.target.value)}>{names.map((n) => <option key={n}>{n}</option>)}</select></label>
      <label>To <select value={to} onChange={(e) => setTo(e.target.value)}>{names.map((n) => <option key={n}>{n}</option>)}</select></label>
      <output style={{ fontSize: 24 }}>{Number.isFinite(result) ? `${+result.toPrecision(6)} ${to}` : "Not a number"}</output>
    </div>
  );
}
