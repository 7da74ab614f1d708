import { useMemo, useState } from "react";

const FLAGS = ["g", "i", "m", "s", "u"] as const;

export default () => {
  const [pattern, setPattern] = useState(String.raw`\b(\w+)@(\w+)\.test\b`);
  const [flags, setFlags] = useState<Set<string>>(new Set(["g"]));
  const [text, setText] = useState("Write to ada@example.test or to grace@example.test.");
  const result = useMemo(() => {
    try {
      const all = flags.has("g") ? [...flags] : [...flags, "g"];
      return { matches: [...text.matchAll(new RegExp(pattern, all.join("")))] };
    } catch (error) {
      return { error: (error as Error).message };
    }
  }, [pattern, flags, text]);
  const toggle = (flag: string) => {
    const next = new Set(flags);
    if (!next.delete(flag)) next.add(flag);
    setFlags(next);
  };
  return (
    <div>
      <h1>Regular expressions</h1>
      <p>/<input aria-label="Pattern" size={32} value={pattern} onChange={(e) => setPattern(e.target.value)} />/{[...flags].join("")}</p>
      <p>{FLAGS.map((f) => <label key={f}><input type="checkbox" checked={flags.has(f)} onChange={() => toggle(f)} />{f} </label>)}</p>
      <textarea aria-label="Text" rows={4} cols={50} value={text} onChange={(e) => setText(e.target.value)} />
      {"error" in result ? <p role="alert">{result.error}</p> : (
        <ol>{result.matches?.map((m, i) => <li key={i}><mark>{m[0]}</mark> at {m.index}{m.slice(1).map((g, j) => <code key={j}> ${j + 1}={g}</code>)}</li>)}</ol>
      )}
    </div>
  );
};
