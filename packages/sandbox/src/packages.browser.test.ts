import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStand, type RoomPage, type Stand } from "./testing/stand.ts";
import { PACKAGES } from "./wire/packages.ts";

let stand: Stand;
let room: RoomPage;

beforeAll(async () => {
  stand = await createStand();
  room = await stand.openPage();
});
afterAll(async () => {
  await stand[Symbol.asyncDispose]();
});

/** Opens an app of one file and waits for it to run, as nothing but an app that all went well with. */
async function run(code: string) {
  // Frames out of sight are not drawn.
  await room.page.evaluate("for (const { handle } of stand.apps) handle[Symbol.dispose]();");
  const app = await (await room.open({ "src/App.tsx": code })).running();
  return {
    app,
    text: async () => await app.frame.locator("output").textContent(),
    wentWell: async () => expect(await app.states()).toEqual(["starting", "running"]),
  };
}

test("every package and every other name for one loads, and reaches for nothing that is forbidden", async () => {
  const names = PACKAGES.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  const imports = names.map((name, index) => `import * as p${index} from ${JSON.stringify(name)};`);
  const { text, wentWell } = await run(`${imports.join("\n")}
const empty = [${names.map((name, index) => `[${JSON.stringify(name)}, p${index}]`).join(", ")}]
  .filter(([name, all]) => !name.endsWith(".css") && Object.keys(all).length === 0).map(([name]) => name);
export default () => <output>{empty.length === 0 ? "all" : empty.join()}</output>;`);
  expect(await text()).toBe("all");
  await wentWell();
});

test("defaults, names and whole modules are imported as from the packages themselves", async () => {
  const { text, wentWell } = await run(`import React, { useState } from "react";
import ReactDOM, { createPortal } from "react-dom";
import clsx, { clsx as named } from "clsx";
import dayjs, { isDayjs, type Dayjs } from "dayjs";
import relativeTime from "dayjs/plugin/relativeTime";
import isToday from "dayjs/plugin/isToday.js";
import "dayjs/locale/ko";
import ptBr from "dayjs/locale/pt-br";
import _, { chunk } from "lodash";
import * as lodash from "lodash-es";
import Papa, { parse } from "papaparse";
import DOMPurify from "dompurify";
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import uPlot from "uplot";
import Chart, { Chart as ChartOfAuto } from "chart.js/auto";
import { Chart as ChartOfCore } from "chart.js";
import z, { z as namedZ } from "zod";
import { de } from "date-fns/locale";
import * as dateFns from "date-fns";
import { motion } from "motion/react";
import { motion as sameMotion } from "framer-motion";
dayjs.extend(relativeTime);
dayjs.extend(isToday);
const day: Dayjs = dayjs("2026-01-02");
const checks = {
  react: React.useState === useState && ReactDOM.createPortal === createPortal,
  clsx: clsx("a", { b: true }) === "a b" && named === clsx,
  dayjs: isDayjs(day) && day.format("D.M.YYYY") === "2.1.2026" && day.from(day.add(3, "day")) === "3 days ago",
  dayjsParts: dayjs().isToday() && day.locale("ko").format("dddd") === "금요일" && day.locale(ptBr).format("MMMM") === "janeiro",
  lodash: _.chunk([1, 2, 3], 2).length === 2 && chunk === _.chunk && lodash.chunk === chunk,
  papaparse: Papa.parse("a,b").data[0][1] === "b" && parse === Papa.parse,
  dompurify: DOMPurify.sanitize("<b>y</b><script>z</script>") === "<b>y</b>",
  three: new THREE.Vector3(3, 4, 0).length() === 5 && typeof OrbitControls === "function",
  uplot: typeof uPlot === "function",
  chart: Chart === ChartOfAuto && Chart === ChartOfCore,
  zod: z.object({ n: z.number() }).safeParse({ n: "1" }).success === false && namedZ.string === z.string,
  dates: dateFns.format(new Date(2026, 0, 2), "d. MMMM", { locale: de }) === "2. Januar",
  motion: motion === sameMotion,
};
const wrong = Object.keys(checks).filter((name) => !checks[name]);
export default () => <output>{wrong.length === 0 ? "right" : wrong.join()}</output>;`);
  expect(await text()).toBe("right");
  await wentWell();
});

describe("what packages draw stands on the page, by the one React", () => {
  test.each([
    [
      "recharts",
      "path.recharts-line-curve",
      `import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
const data = [{ at: "Mon", n: 3 }, { at: "Tue", n: 5 }];
export default () => <div style={{ width: 400, height: 300 }}><ResponsiveContainer>
  <LineChart data={data}><CartesianGrid /><XAxis dataKey="at" /><YAxis /><Tooltip /><Line dataKey="n" isAnimationActive={false} /></LineChart>
</ResponsiveContainer></div>;`,
    ],
    [
      "chart.js",
      "canvas.inked",
      `import { useEffect, useRef } from "react";
import Chart from "chart.js/auto";
export default function App() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const data = { labels: ["a", "b"], datasets: [{ data: [1, 2], backgroundColor: "red" }] };
    const chart = new Chart(canvas.current!, { type: "bar", data, options: { animation: false } });
    const { width, height } = canvas.current!;
    const ink = canvas.current!.getContext("2d")!.getImageData(0, 0, width, height).data.some(Boolean);
    canvas.current!.classList.toggle("inked", ink);
    return () => chart.destroy();
  }, []);
  return <div style={{ width: 300 }}><canvas ref={canvas} /></div>;
}`,
    ],
    [
      "uplot",
      ".uplot canvas",
      `import { useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
export default function App() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const plot = new uPlot({ width: 300, height: 200, series: [{}, { stroke: "red" }] }, [[1, 2, 3], [4, 5, 6]], place.current!);
    return () => plot.destroy();
  }, []);
  return <div ref={place} />;
}`,
    ],
    [
      "lucide-react",
      "svg.lucide-camera path",
      `import { Camera } from "lucide-react";\nexport default () => <Camera size={32} />;`,
    ],
    [
      "framer-motion",
      ".moved[style*='opacity: 1']",
      `import { AnimatePresence, motion } from "framer-motion";
export default () => <AnimatePresence><motion.div className="moved" initial={{ opacity: 0 }} animate={{ opacity: 1 }} transition={{ duration: 0.05 }}>here</motion.div></AnimatePresence>;`,
    ],
    [
      "three",
      "canvas.drawn, p.no-webgl",
      `import { useEffect, useRef, useState } from "react";
import * as THREE from "three";
export default function App() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [missing, setMissing] = useState("");
  useEffect(() => {
    try {
      const renderer = new THREE.WebGLRenderer({ canvas: canvas.current! });
      const scene = new THREE.Scene();
      scene.add(new THREE.Mesh(new THREE.BoxGeometry(), new THREE.MeshBasicMaterial({ color: "red" })));
      renderer.render(scene, new THREE.PerspectiveCamera());
      canvas.current!.classList.add("drawn");
    } catch (error) {
      setMissing(String(error));
    }
  }, []);
  return /WebGL/.test(missing) ? <p className="no-webgl">{missing}</p> : <canvas ref={canvas} />;
}`,
    ],
    [
      "marked and DOMPurify",
      "article h1 + p em",
      `import { marked } from "marked";
import DOMPurify from "dompurify";
const html = DOMPurify.sanitize(marked.parse("# Title\\n\\nSome *text*", { async: false }));
export default () => <article dangerouslySetInnerHTML={{ __html: html }} />;`,
    ],
    [
      "@dnd-kit",
      "li[role=button][aria-roledescription=sortable]",
      `import { DndContext, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import { SortableContext, useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
function Item({ id }: { id: string }) {
  const { attributes, listeners, setNodeRef, transform } = useSortable({ id });
  return <li ref={setNodeRef} style={{ transform: CSS.Transform.toString(transform) }} {...attributes} {...listeners}>{id}</li>;
}
export default function App() {
  const sensors = useSensors(useSensor(PointerSensor));
  return <DndContext sensors={sensors}><SortableContext items={["a"]}><ul><Item id="a" /></ul></SortableContext></DndContext>;
}`,
    ],
    [
      "zustand",
      "output:text-is('2 a')",
      `import { useEffect } from "react";
import { create } from "zustand";
import { persist, devtools } from "zustand/middleware";
import { useShallow } from "zustand/shallow";
type Count = { n: number; name: string; more: () => void };
const useCount = create<Count>()(devtools((set) => ({ n: 1, name: "a", more: () => set(({ n }) => ({ n: n + 1 })) })));
export default function App() {
  const [n, name] = useCount(useShallow((state) => [state.n, state.name]));
  const more = useCount((state) => state.more);
  useEffect(() => { if (n === 1) more(); }, [n, more]);
  return <output>{n} {name}</output>;
}`,
    ],
    [
      "react-hook-form and zod",
      "p[role=alert]:text-is('Too short')",
      `import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { nanoid } from "nanoid";
const Name = z.string().min(3, "Too short");
export default function App() {
  const { register, handleSubmit, formState: { errors } } = useForm({ defaultValues: { name: "ab" } });
  const validate = (text: string) => Name.safeParse(text).error?.issues[0]?.message ?? true;
  useEffect(() => { void handleSubmit(() => undefined)(); }, [handleSubmit]);
  return <form id={nanoid()}><input {...register("name", { validate })} />{errors.name && <p role="alert">{errors.name.message}</p>}</form>;
}`,
    ],
  ])("%s", async (_name, selector, code) => {
    const { app, wentWell } = await run(code);
    await app.frame.locator(selector).first().waitFor({ state: "attached" });
    await wentWell();
  });
});

test("a package that cannot be had is named", async () => {
  const page = await stand.openPage();
  await page.page.route("**/packages/recharts.js", (route) => route.fulfill({ body: "export default 1;" }));
  const app = await page.open({
    "src/App.tsx": `import { Line } from "recharts";\nexport default () => <Line />;`,
  });
  const { stopped, problems } = await app.failure();
  expect(stopped).toBe(true);
  expect(problems[0].message).toContain("The package recharts could not be loaded");
});
