import { useEffect, useRef, useState, type PointerEvent } from "react";

const COLOURS = ["#111827", "#ef4444", "#f59e0b", "#10b981", "#3b82f6", "#8b5cf6", "#ffffff"];

export default function Paint() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const last = useRef<{ x: number; y: number } | null>(null);
  const [colour, setColour] = useState(COLOURS[0]!);
  const [size, setSize] = useState(6);
  const [strokes, setStrokes] = useState(0);

  useEffect(() => {
    const context = canvas.current!.getContext("2d")!;
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, 640, 400);
  }, []);
  function at({ nativeEvent: { offsetX: x, offsetY: y } }: PointerEvent) {
    return { x, y };
  }
  function draw(event: PointerEvent) {
    if (!last.current) return;
    const context = canvas.current!.getContext("2d")!;
    const next = at(event);
    context.strokeStyle = colour;
    context.lineWidth = size;
    context.lineCap = "round";
    context.beginPath();
    context.moveTo(last.current.x, last.current.y);
    context.lineTo(next.x, next.y);
    context.stroke();
    last.current = next;
  }
  const save = () => canvas.current!.toBlob((blob) => {
    const link = document.createElement("a");
    link.download = "drawing.png";
    link.href = URL.createObjectURL(blob!);
    link.click();
  });
  return (
    <div>
      <div style={{ display: "flex", gap: 6, alignItems: "center", marginBottom: 8 }}>
        {COLOURS.map((c) => <button key={c} aria-label={`Colour ${c}`} aria-pressed={c === colour} onClick={() => setColour(c)} style={{ background: c, width: 28, height: 28, outline: c === colour ? "2px solid dodgerblue" : undefined }} />)}
        <input type="range" min={1} max={40} value={size} onChange={(e) => setSize(+e.target.value)} aria-label="Size" />
        <button onClick={save}>Save</button>
        <span>{strokes} strokes</span>
      </div>
      <canvas ref={canvas} width={640} height={400} style={{ touchAction: "none", border: "1px solid gray", maxWidth: "100%" }}
        onPointerDown={(e) => { last.current = at(e); e.currentTarget.setPointerCapture(e.pointerId); }}
        onPointerMove={draw}
        onPointerUp={() => { last.current = null; setStrokes((n) => n + 1); }} />
    </div>
  );
}
