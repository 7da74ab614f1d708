import { useEffect, useMemo, useState } from "react";
import { room, useShared, useStored } from "@anteroom/app";

const CARDS = [1, 2, 3, 5, 8, 13, 21] as const;
type Estimates = Record<string, number>;

export default function PlanningPoker(): React.JSX.Element {
  const [me, setMe] = useStored<string>("me", "");
  const [members, setMembers] = useState<string[]>([]);
  const [estimates, setEstimates] = useShared<Estimates>("estimates", {});
  const [open, setOpen] = useShared("open", false);
  useEffect(() => void room.members().then(setMembers), []);
  const average = useMemo(() => {
    const all = Object.values(estimates);
    return all.length ? all.reduce((a, b) => a + b) / all.length : undefined;
  }, [estimates]);

  if (!me)
    return (
      <label>
        Who are you?{" "}
        <select onChange={(e) => setMe(e.target.value)} defaultValue="">
          <option value="" disabled>Choose</option>
          {members.map((m) => <option key={m}>{m}</option>)}
        </select>
      </label>
    );
  return (
    <>
      <h1>Planning poker</h1>
      <div role="group" aria-label="Your card" style={{ display: "flex", gap: 8, flexWrap: "wrap" }}>
        {CARDS.map((card) => (
          <button key={card} aria-pressed={estimates[me] === card} style={{ width: 64, height: 88, fontSize: 24, fontWeight: estimates[me] === card ? 700 : 400 }}
            onClick={() => setEstimates((all) => ({ ...all, [me]: card }))}>
            {card}
          </button>
        ))}
      </div>
      <table>
        <thead><tr><th>Who</th><th>Card</th></tr></thead>
        <tbody>
          {members.map((m) => <tr key={m}><td>{m}</td><td>{m in estimates ? (open ? estimates[m] : "✓") : "…"}</td></tr>)}
        </tbody>
      </table>
      {open && average !== undefined && <p>Average: {average.toFixed(1)}</p>}
      <button onClick={() => setOpen(!open)}>{open ? "Hide" : "Reveal"}</button>{" "}
      <button onClick={() => { setEstimates({}); setOpen(false); }}>Next story</button>
    </>
  );
}
