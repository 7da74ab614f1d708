export const parse = (text: string): number[] => [...text].map((c) => (c === "." ? 0 : Number(c)));

/** The digits that may stand in a cell, whatever stands there now. */
export function candidates(cells: readonly number[], index: number): number[] {
  const [row, column] = [Math.floor(index / 9), index % 9];
  const taken = new Set<number>();
  cells.forEach((value, i) => {
    if (i === index) return;
    const [r, c] = [Math.floor(i / 9), i % 9];
    const sameBox = Math.floor(r / 3) === Math.floor(row / 3) && Math.floor(c / 3) === Math.floor(column / 3);
    if (r === row || c === column || sameBox) taken.add(value);
  });
  return [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((n) => !taken.has(n));
}
