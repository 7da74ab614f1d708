import type { RoomPage } from "./stand.ts";

/** An app with one button, which tells how often it was pressed. */
export const COUNTER = {
  "src/App.tsx": `import { useState } from "react";
export default function App() { const [n, setN] = useState(0); return <button onClick={() => setN(n + 1)}>{n}</button>; }`,
};

/** Opens it and presses once. */
export async function counted(room: RoomPage) {
  const app = await (await room.open(COUNTER)).running();
  // The browser hands presses to where a frame was drawn, and does not know that at once.
  await app.evaluate("new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))");
  await app.frame.getByRole("button").click();
  await app.frame.getByText("1").waitFor();
  return app;
}
