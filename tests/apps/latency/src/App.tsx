import { useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

export default function Latency() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const x = Float64Array.from({ length: 600 }, (_, i) => 1_760_000_000 + i * 60);
    const wave = (scale: number) => Float64Array.from(x, (_, i) => scale * (1.5 + Math.sin(i / 20) + (i % 37) / 50));
    const plot = new uPlot(
      { width: 640, height: 300, title: "Latency", series: [{}, { label: "p50", stroke: "seagreen" }, { label: "p95", stroke: "crimson" }], axes: [{ stroke: "gray" }, { stroke: "gray" }] },
      [x, wave(12), wave(30)] as unknown as uPlot.AlignedData,
      host.current!,
    );
    return () => plot.destroy();
  }, []);
  return <div ref={host} />;
}
