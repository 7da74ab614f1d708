import { useEffect, useRef, useState } from "react";
import "./styles.css";

type Phase = "work" | "break";
const MINUTES: Record<Phase, number> = { work: 25, break: 5 };

function format(seconds: number): string {
  const m = Math.floor(seconds / 60).toString().padStart(2, "0");
  const s = (seconds % 60).toString().padStart(2, "0");
  return `${m}:${s}`;
}

export default function App() {
  const [phase, setPhase] = useState<Phase>("work");
  const [left, setLeft] = useState(MINUTES.work * 60);
  const [running, setRunning] = useState(false);
  const [done, setDone] = useState(() => Number(localStorage.getItem("pomodoros") ?? 0));
  const timer = useRef<ReturnType<typeof setInterval> | null>(null);

  useEffect(() => {
    if (!running) return;
    timer.current = setInterval(() => setLeft((s) => Math.max(0, s - 1)), 1000);
    return () => {
      if (timer.current) clearInterval(timer.current);
    };
  }, [running]);

  useEffect(() => {
    if (left > 0) return;
    const next: Phase = phase === "work" ? "break" : "work";
    if (phase === "work") {
      const total = done + 1;
      setDone(total);
      localStorage.setItem("pomodoros", String(total));
    }
    setPhase(next);
    setLeft(MINUTES[next] * 60);
    setRunning(false);
  }, [left, phase, done]);

  return (
    <main className={`pomodoro ${phase}`}>
      <h1>{phase === "work" ? "Focus" : "Take a break"}</h1>
      <p className="clock" role="timer">{format(left)}</p>
      <div className="buttons">
        <button onClick={() => setRunning((r) => !r)}>{running ? "Pause" : "Start"}</button>
        <button onClick={() => setLeft(1)}>Skip</button>
        <button onClick={() => { setRunning(false); setLeft(MINUTES[phase] * 60); }}>Reset</button>
      </div>
      <p>Finished today: <strong>{done}</strong></p>
    </main>
  );
}
