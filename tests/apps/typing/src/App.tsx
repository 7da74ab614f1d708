import { useRef, useState } from "react";

const TEXT = "The quick brown fox jumps over the lazy dog.";

export default function Typing() {
  const [typed, setTyped] = useState("");
  const started = useRef(0);
  const [speed, setSpeed] = useState<number>();
  return (
    <main style={{ fontFamily: "ui-monospace, monospace", maxWidth: 640 }}>
      <h1>Typing speed</h1>
      <p style={{ fontSize: 20 }} aria-label="Text to type">
        {[...TEXT].map((letter, i) => {
          const state = i >= typed.length ? "" : typed[i] === letter ? "right" : "wrong";
          return <span key={i} style={{ color: state === "right" ? "seagreen" : state === "wrong" ? "crimson" : undefined, textDecoration: state === "wrong" ? "underline" : undefined }}>{letter}</span>;
        })}
      </p>
      <input aria-label="Type here" value={typed} maxLength={TEXT.length} style={{ width: "100%" }} onPaste={(e) => e.preventDefault()}
        onChange={(e) => {
          const value = e.target.value;
          if (typed === "" && value !== "") started.current = Date.now();
          if (value === TEXT) setSpeed(Math.round(TEXT.length / 5 / ((Date.now() - started.current) / 60000)));
          setTyped(value);
        }} />
      {speed !== undefined && <p role="status">{speed} words a minute</p>}
    </main>
  );
}
