export interface Board { cells: number[]; score: number; over: boolean; seed: number }
export type Move = { type: "move"; to: "Up" | "Down" | "Left" | "Right" };

function random(seed: number): [number, number] {
  const next = (seed * 1103515245 + 12345) % 2147483648;
  return [next / 2147483648, next];
}

function spawn({ cells, seed, ...rest }: Board): Board {
  const free = cells.flatMap((v, i) => (v === 0 ? [i] : []));
  if (free.length === 0) return { cells, seed, ...rest };
  const [r, next] = random(seed);
  const at = free[Math.floor(r * free.length)]!;
  return { ...rest, seed: next, cells: cells.with(at, r < 0.9 ? 2 : 4) };
}

export function initial(seed: number): Board {
  return spawn(spawn({ cells: Array(16).fill(0), score: 0, over: false, seed }));
}

const LINES = (to: Move["to"]): number[][] =>
  [0, 1, 2, 3].map((n) => {
    const row = to === "Left" || to === "Right" ? [0, 1, 2, 3].map((i) => n * 4 + i) : [0, 1, 2, 3].map((i) => i * 4 + n);
    return to === "Right" || to === "Down" ? row.reverse() : row;
  });

export function reduce(board: Board, { to }: Move): Board {
  let { score } = board;
  const cells = [...board.cells];
  for (const line of LINES(to)) {
    const values = line.map((i) => board.cells[i]!).filter(Boolean);
    for (let i = 0; i + 1 < values.length; i++) {
      if (values[i] !== values[i + 1]) continue;
      values[i]! *= 2;
      score += values[i]!;
      values.splice(i + 1, 1);
    }
    line.forEach((index, i) => (cells[index] = values[i] ?? 0));
  }
  if (cells.every((v, i) => v === board.cells[i])) return board;
  const next = spawn({ ...board, cells, score });
  return { ...next, over: !next.cells.includes(0) };
}
