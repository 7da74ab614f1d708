import { useState } from "react";
import { Field } from "./field";

export default function Minesweeper() {
  const [field, setField] = useState(() => Field.plant({ width: 9, height: 9, mines: 10, seed: 3 }));
  const state = Field.stateOf(field);
  return (
    <main>
      <h1>{state === Field.State.Lost ? "Boom" : state === Field.State.Won ? "Cleared" : "Minesweeper"}</h1>
      <table style={{ borderCollapse: "collapse" }}>
        <tbody>
          {field.cells.map((row, y) => (
            <tr key={y}>
              {row.map((cell, x) => (
                <td key={x} style={{ padding: 0 }}>
                  <button
                    aria-label={`Cell ${x + 1}, ${y + 1}`}
                    style={{ width: 32, height: 32, padding: 0 }}
                    disabled={cell.open}
                    onClick={() => setField(Field.open(field, x, y))}
                    onContextMenu={(e) => { e.preventDefault(); setField(Field.flag(field, x, y)); }}
                  >
                    {cell.open ? (cell.mine ? "💣" : cell.near || "") : cell.flagged ? "🚩" : ""}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <button onClick={() => setField(Field.plant({ width: 9, height: 9, mines: 10, seed: Date.now() % 10007 }))}>New field</button>
    </main>
  );
}
