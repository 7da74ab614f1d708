import { useState } from "react";
import { candidates, parse } from "./solver";
import "./sudoku.css";

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

export default function Sudoku() {
  const given = parse(PUZZLE);
  const [cells, setCells] = useState(given);
  const [at, setAt] = useState<number>();
  const wrong = cells.filter((v, i) => v !== 0 && !candidates(cells, i).includes(v)).length;
  const set = (value: number) => at !== undefined && given[at] === 0 && setCells(cells.with(at, value));
  return (
    <div className="sudoku" onKeyDown={(e) => { if (/^[0-9]$/.test(e.key)) set(Number(e.key)); }}>
      <h1>Sudoku</h1>
      <div className="grid">
        {cells.map((value, i) => (
          <button key={i} className={given[i] ? "given" : ""} aria-pressed={i === at} aria-label={`Row ${Math.floor(i / 9) + 1}, column ${(i % 9) + 1}`} onClick={() => setAt(i)}>
            {value || ""}
          </button>
        ))}
      </div>
      <div className="keys">{[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => <button key={n} onClick={() => set(n)}>{n}</button>)}</div>
      <p role="status">{wrong > 0 ? `${wrong} wrong` : cells.includes(0) ? `${cells.filter((v) => v === 0).length} to go` : "Solved"}</p>
      <button onClick={() => { if (at !== undefined) { const [only, ...more] = candidates(cells, at); if (only && more.length === 0) set(only); } }}>Hint</button>
    </div>
  );
}
