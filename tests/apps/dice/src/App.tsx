import { useState } from "react";
import { Dice, type Roll } from "./dice";

export default function App() {
  const [rolls, setRolls] = useState<Roll[]>([]);
  const [notation, setNotation] = useState("2d6+1");
  const [fault, setFault] = useState("");
  const roll = () => {
    try {
      using dice = new Dice(notation);
      setRolls([dice.roll(), ...rolls].slice(0, 10));
      setFault("");
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div>
      <h1>Dice</h1>
      <form onSubmit={(e) => { e.preventDefault(); roll(); }}>
        <input aria-label="Dice" value={notation} onChange={(e) => setNotation(e.target.value)} /> <button>Roll</button>
      </form>
      {fault && <p role="alert">{fault}</p>}
      <ol>{rolls.map((r, i) => <li key={i}>{r.notation}: {r.dice.join(" + ")}{r.plus ? ` + ${r.plus}` : ""} = <b>{r.total}</b></li>)}</ol>
      <p>Rolled {Dice.count} times</p>
    </div>
  );
}
