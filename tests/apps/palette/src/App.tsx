import { useMemo, useState } from "react";

function swatches(hue: number, steps: number) {
  return Array.from({ length: steps }, (_, i) => {
    const lightness = 0.97 - (0.85 * i) / (steps - 1);
    return `oklch(${lightness.toFixed(3)} ${(0.13 * Math.sin((Math.PI * (i + 1)) / (steps + 1))).toFixed(3)} ${hue})`;
  });
}

export default function Palette() {
  const [hue, setHue] = useState(230);
  const [steps, setSteps] = useState(9);
  const [copied, setCopied] = useState("");
  const colours = useMemo(() => swatches(hue, steps), [hue, steps]);
  return (
    <main className="mx-auto max-w-3xl p-6 space-y-4">
      <h1 className="text-3xl font-semibold tracking-tight">Palette</h1>
      <label className="block">Hue {hue}
        <input className="w-full" type="range" min={0} max={360} value={hue} onChange={(e) => setHue(Number(e.target.value))} />
      </label>
      <label className="block">Steps <input className="w-20 rounded border px-2" type="number" min={3} max={15} value={steps} onChange={(e) => setSteps(Number(e.target.value))} /></label>
      <div className="flex overflow-hidden rounded-xl shadow-lg">
        {colours.map((colour) => (
          <button key={colour} title={colour} aria-label={colour} className="h-32 flex-1 transition-all hover:flex-[2]" style={{ background: colour }}
            onClick={async () => { await navigator.clipboard.writeText(colour); setCopied(colour); }} />
        ))}
      </div>
      {copied && <p role="status">Copied {copied}</p>}
    </main>
  );
}
