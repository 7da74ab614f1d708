import { useDeferredValue, useState } from "react";
import { Tree } from "./Tree";

const START = `{"room": "Team room", "apps": [{"name": "Timer", "revision": 2}], "open": true}`;

export default function JsonLint() {
  const [text, setText] = useState(START);
  const late = useDeferredValue(text);
  let value: unknown;
  let fault = "";
  try {
    value = JSON.parse(late);
  } catch (e) {
    fault = (e as SyntaxError).message;
  }
  return (
    <main style={{ display: "grid", gap: 12 }}>
      <h1>JSON</h1>
      <textarea rows={6} aria-label="JSON" value={text} onChange={(e) => setText(e.target.value)} style={{ fontFamily: "monospace" }} />
      <div>
        <button onClick={() => setText(JSON.stringify(value, null, 2))} disabled={fault !== ""}>Format</button>{" "}
        <button onClick={() => void navigator.clipboard.writeText(text)}>Copy</button>
      </div>
      {fault ? <p role="alert" style={{ color: "light-dark(#b91c1c, #fca5a5)" }}>{fault}</p> : <Tree value={value} />}
    </main>
  );
}
