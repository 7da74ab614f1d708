import { useEffect, useReducer } from "react";
import { initial, reduce } from "./board";
import css from "./board.module.css";

export default function Game2048() {
  const [{ cells, score, over }, dispatch] = useReducer(reduce, 7, initial);
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key.startsWith("Arrow")) dispatch({ type: "move", to: key.slice(5) as "Up" | "Down" | "Left" | "Right" });
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <div className={css.game}>
      <header className={css.head}><h1>2048</h1><span>Score {score}</span></header>
      <div className={css.grid} role="grid" aria-label="Board">
        {cells.map((value, index) => (
          <div key={index} role="gridcell" className={css.cell} style={{ "--power": value ? Math.log2(value) : 0 } as React.CSSProperties}>{value || ""}</div>
        ))}
      </div>
      <div className={css.pad}>
        {(["Left", "Up", "Down", "Right"] as const).map((to) => <button key={to} onClick={() => dispatch({ type: "move", to })}>{to}</button>)}
      </div>
      {over ? <p role="alert">No more moves.</p> : null}
    </div>
  );
}
