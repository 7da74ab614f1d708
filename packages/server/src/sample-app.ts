/** What the sample agent proposes: small enough to be read by a newcomer, and an app that works. */

export const SAMPLE_NAME = "Stand-up timer (sample)";

const APP = `import { useEffect, useState } from "react";
import { clock, SECONDS_EACH } from "./clock";
import "./styles.css";

const SPEAKERS = 4;

export default function StandUpTimer() {
  const [speaker, setSpeaker] = useState(1);
  const [left, setLeft] = useState(SECONDS_EACH);
  const [running, setRunning] = useState(false);

  useEffect(() => {
    if (!running) return;
    const ticking = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(ticking);
  }, [running]);

  function next() {
    setSpeaker((now) => (now % SPEAKERS) + 1);
    setLeft(SECONDS_EACH);
  }

  return (
    <main className={left < 0 ? "timer over" : "timer"}>
      <h1>Stand-up</h1>
      <p>
        Speaker {speaker} of {SPEAKERS}
      </p>
      <p className="clock" role="timer">
        {clock(left)}
      </p>
      <div className="buttons">
        <button type="button" onClick={() => setRunning(!running)}>
          {running ? "Pause" : "Start"}
        </button>
        <button type="button" onClick={next}>
          Next speaker
        </button>
      </div>
    </main>
  );
}
`;

const CLOCK = `export const SECONDS_EACH = 90;

/** Minutes and seconds; who speaks on is told by how much. */
export function clock(seconds: number): string {
  const whole = Math.abs(seconds);
  const rest = String(whole % 60).padStart(2, "0");
  return \`\${seconds < 0 ? "+" : ""}\${Math.floor(whole / 60)}:\${rest}\`;
}
`;

const STYLES = `.timer {
  display: grid;
  gap: 1rem;
  justify-items: center;
  padding: 1rem;
  text-align: center;
}

.timer h1 {
  margin: 0;
  font-size: 1.25rem;
}

.timer p {
  margin: 0;
}

.clock {
  font-size: 4rem;
  font-variant-numeric: tabular-nums;
  line-height: 1.1;
}

.over .clock {
  color: light-dark(#b3261e, #ffb4ab);
}

.buttons {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
  justify-content: center;
}

.buttons button {
  min-height: 2.75rem;
  padding: 0 1rem;
  font: inherit;
}
`;

export const SAMPLE_FILES: ReadonlyMap<string, string> = new Map([
  ["src/App.tsx", APP],
  ["src/clock.ts", CLOCK],
  ["src/styles.css", STYLES],
]);

/** One of the changes that the sample agent has prepared; it can be made where `find` stands once. */
export interface PreparedChange {
  /** What it makes, after "My next prepared change is". */
  readonly says: string;
  readonly file: string;
  readonly find: string;
  readonly put: string;
}

const RESTART = `        <button type="button" onClick={() => setLeft(SECONDS_EACH)}>
          Restart
        </button>
`;

/** In the order in which they are made; each shows. */
export const PREPARED_CHANGES: readonly PreparedChange[] = [
  {
    says: "a button that gives the speaker the full time again",
    file: "src/App.tsx",
    find: `        <button type="button" onClick={next}>\n`,
    put: `${RESTART}        <button type="button" onClick={next}>\n`,
  },
  {
    says: "larger digits",
    file: "src/styles.css",
    find: "  font-size: 4rem;\n",
    put: "  font-size: clamp(5rem, 22vw, 9rem);\n",
  },
  {
    says: "a bar that shows how much time is left",
    file: "src/App.tsx",
    find: `      <div className="buttons">\n`,
    put: `      <progress value={Math.max(left, 0)} max={SECONDS_EACH} aria-label="Time left" />
      <div className="buttons">\n`,
  },
  {
    says: "60 seconds for each speaker",
    file: "src/clock.ts",
    find: "SECONDS_EACH = 90",
    put: "SECONDS_EACH = 60",
  },
];
