/** The stand-up timer of the story: what an agent writes when asked for one. */
export const STAND_UP_TIMER: Readonly<Record<string, string>> = {
  "src/App.tsx": `import { useEffect, useState } from "react";
import "./styles.css";

const SPEAKERS = ["Owner", "Admin", "Member", "Guest"];
const SECONDS_EACH = 90;

function clock(seconds: number): string {
  const rest = Math.max(0, seconds);
  const minutes = Math.floor(rest / 60);
  return \`\${minutes}:\${String(rest % 60).padStart(2, "0")}\`;
}

export default function StandUpTimer() {
  const [turn, setTurn] = useState(0);
  const [left, setLeft] = useState(SECONDS_EACH);
  const [running, setRunning] = useState(false);

  useEffect(() => {
    if (!running) return;
    const id = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(id);
  }, [running]);

  function next() {
    setTurn((current) => (current + 1) % SPEAKERS.length);
    setLeft(SECONDS_EACH);
  }

  return (
    <main className={left < 0 ? "timer over" : "timer"}>
      <p className="turn">
        {SPEAKERS[turn]}, {turn + 1} of {SPEAKERS.length}
      </p>
      <p className="clock" role="timer">
        {clock(left)}
      </p>
      <progress value={Math.max(0, left)} max={SECONDS_EACH} aria-label="Time left" />
      <div className="buttons">
        <button onClick={() => setRunning(!running)}>{running ? "Pause" : "Start"}</button>
        <button onClick={next}>Next speaker</button>
      </div>
    </main>
  );
}
`,
  "src/styles.css": `.timer {
  display: grid;
  gap: 1rem;
  justify-items: center;
  padding: 2rem;
  font: 1rem/1.4 system-ui, sans-serif;
}
.clock { font-size: 5rem; font-variant-numeric: tabular-nums; margin: 0; }
.over .clock { color: #b6322d; }
.buttons { display: flex; gap: 0.5rem; }
`,
};

/** A small app that differs by its label. */
export function labelApp(label: string): Record<string, string> {
  return { "src/App.tsx": `export default function App() {\n  return <p>${label}</p>;\n}\n` };
}

/** An app that keeps data for its whole Room, and so asks for it on its card. */
export const SHARED_COUNTER: Readonly<Record<string, string>> = {
  "src/App.tsx": `import { useShared } from "@anteroom/app";

export default function Counter() {
  const [count, setCount] = useShared("count", 0);
  return <button onClick={() => setCount((now) => now + 1)}>Counted {count}</button>;
}
`,
};
