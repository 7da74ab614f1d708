import { useEffect, useState } from "react";
import { room, useShared } from "@anteroom/app";

interface Turn { name: string; seconds: number }

export default function App() {
  const [names, setNames] = useState<string[]>([]);
  const [turns, setTurns, { ready }] = useShared<Turn[]>("turns", []);
  const [current, setCurrent] = useShared<string | null>("current", null);
  const [now, setNow] = useState(0);

  useEffect(() => {
    room.members().then(setNames);
  }, []);
  useEffect(() => {
    if (!current) return;
    const started = Date.now();
    const id = setInterval(() => setNow(Math.round((Date.now() - started) / 1000)), 250);
    return () => clearInterval(id);
  }, [current]);

  const finish = () => {
    if (current) setTurns((all) => [...all, { name: current, seconds: now }]);
    setCurrent(null);
    setNow(0);
  };

  if (!ready) return <p>Loading…</p>;
  return (
    <div style={{ maxWidth: 520, margin: "0 auto" }}>
      <h1>Stand-up in {room.name}</h1>
      <ul>
        {names.map((name) => (
          <li key={name}>
            {name}{" "}
            <button disabled={current !== null || turns.some((t) => t.name === name)} onClick={() => setCurrent(name)}>
              Speak
            </button>
          </li>
        ))}
      </ul>
      {current && (
        <section>
          <h2>{current}: {now} s</h2>
          <button onClick={finish}>Done</button>
        </section>
      )}
      <h2>Spoke</h2>
      <ol>{turns.map((t, i) => <li key={i}>{t.name} ({t.seconds} s)</li>)}</ol>
      <button onClick={() => setTurns([])}>New round</button>
    </div>
  );
}
