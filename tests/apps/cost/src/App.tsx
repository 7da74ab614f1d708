import { useEffect, useState } from "react";
import "./cost.css";

export default function MeetingCost() {
  const [people, setPeople] = useState(6);
  const [hourly, setHourly] = useState(75);
  const [since, setSince] = useState<number | null>(null);
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (since === null) return;
    const tick = () => setNow(performance.now());
    tick();
    const id = setInterval(tick, 100);
    return () => clearInterval(id);
  }, [since]);
  const spent = since === null ? 0 : ((Math.max(0, now - since) / 3_600_000) * people * hourly);
  return (
    <div className="cost">
      <h1>This meeting has cost</h1>
      <p className="sum" aria-live="off">{spent.toLocaleString("en", { style: "currency", currency: "EUR", minimumFractionDigits: 4 })}</p>
      <label>People <input type="number" min={1} value={people} onChange={(e) => setPeople(e.target.valueAsNumber || 1)} /></label>
      <label>Per hour <input type="number" min={1} value={hourly} onChange={(e) => setHourly(e.target.valueAsNumber || 1)} /></label>
      <button onClick={() => setSince(since === null ? performance.now() : null)}>{since === null ? "Start" : "Stop"}</button>
    </div>
  );
}
