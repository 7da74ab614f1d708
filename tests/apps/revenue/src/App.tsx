import Chart from "chart.js/auto";
import { useEffect, useRef, useState } from "react";
import { useRoom } from "@anteroom/app";

const QUARTERS = { "2025": [12, 19, 15, 24], "2026": [18, 22, 27, 31] };

export default function Revenue() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { theme } = useRoom();
  const [kind, setKind] = useState<"bar" | "line">("bar");
  useEffect(() => {
    const ink = theme === "dark" ? "#e5e7eb" : "#111827";
    const chart = new Chart(canvas.current!, {
      type: kind,
      data: { labels: ["Q1", "Q2", "Q3", "Q4"], datasets: Object.entries(QUARTERS).map(([label, data]) => ({ label, data })) },
      options: { animation: false, color: ink, scales: { x: { ticks: { color: ink } }, y: { ticks: { color: ink }, beginAtZero: true } } },
    });
    return () => chart.destroy();
  }, [kind, theme]);
  return (
    <>
      <h1>Revenue by quarter</h1>
      <button onClick={() => setKind(kind === "bar" ? "line" : "bar")}>As {kind === "bar" ? "lines" : "bars"}</button>
      <div style={{ maxWidth: 640 }}><canvas ref={canvas} role="img" aria-label={`Revenue as ${kind} chart`} /></div>
    </>
  );
}
