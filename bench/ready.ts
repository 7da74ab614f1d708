import { TestServer } from "@anteroom/tests/testkit/server";
import { median } from "./load.ts";
import { type Figure, figure } from "./report.ts";

const TIMES = 5;

/** From the start of the process to the first good answer of /readyz, on a data folder that exists. */
export async function readyAfterStart(): Promise<Figure[]> {
  let server = await TestServer.launch();
  const times: number[] = [];
  try {
    for (let count = 0; count < TIMES; count += 1) {
      await server.stop();
      const began = performance.now();
      server = await server.restart();
      const ready = await fetch(`${server.origin}/readyz`);
      if (!ready.ok) throw new Error(`/readyz answered ${ready.status}`);
      times.push(performance.now() - began);
    }
  } finally {
    await server[Symbol.asyncDispose]();
  }
  return [figure("ready after start", median(times) / 1000, "s", { most: 1 })];
}
