import { setUpHouse } from "@anteroom/tests/testkit/token-house";
import { median } from "./load.ts";
import { type Figure, figure } from "./report.ts";

const TIMES = 2000;

/**
 * Finding out whom a token acts for, as each call does it first: of a token that was asked for a moment ago, and
 * of one after the database changed, when nothing is remembered.
 */
export async function tokenCheck(): Promise<Figure[]> {
  await using house = await setUpHouse();
  const figures: Figure[] = [];
  for (const [kind, token] of Object.entries(house.tokens)) {
    for (const remembered of [false, true]) {
      const times: number[] = [];
      for (let count = 0; count < TIMES; count += 1) {
        if (!remembered) await house.change();
        const began = performance.now();
        const principal = await house.check(token);
        times.push((performance.now() - began) * 1000);
        if (!principal) throw new Error(`the ${kind} does not work`);
      }
      const name = `check of an ${kind}, ${remembered ? "remembered" : "after a change"}, median`;
      figures.push(figure(name, median(times), "µs", { most: 100 }));
    }
  }
  return figures;
}
