/** One figure of a bench run, as `--json` prints it (wire/ours.md). */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly wanted: string;
  readonly holds: boolean;
}

/** A figure that should be at least or at most some bound. */
export function figure(
  name: string,
  value: number,
  unit: string,
  bound: { least?: number; most?: number },
): Figure {
  const rounded = Math.round(value * 100) / 100;
  const wanted = bound.least === undefined ? `<= ${bound.most} ${unit}` : `>= ${bound.least} ${unit}`;
  const holds = value >= (bound.least ?? -Infinity) && value <= (bound.most ?? Infinity);
  return { name, value: rounded, unit, wanted, holds };
}

/** Prints figures as lines of JSON or as a table; a line under each may say what stands behind it. */
export function print(figures: readonly Figure[], json: boolean): void {
  for (const one of figures) {
    if (json) {
      process.stdout.write(`${JSON.stringify(one)}\n`);
    } else {
      const mark = one.holds ? "ok " : "LOW";
      process.stdout.write(
        `${mark} ${one.name.padEnd(58)} ${one.value} ${one.unit} (wanted ${one.wanted})\n`,
      );
    }
  }
}

/** What a figure is made of, for the reader of the table. */
export function detail(text: string, json: boolean): void {
  if (!json) process.stdout.write(`      ${text}\n`);
}
