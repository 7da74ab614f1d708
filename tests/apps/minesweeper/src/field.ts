export interface Cell { mine: boolean; open: boolean; flagged: boolean; near: number }
export interface Field { cells: Cell[][] }

export namespace Field {
  export enum State { Playing, Won, Lost }

  export function plant({ width, height, mines, seed }: { width: number; height: number; mines: number; seed: number }): Field {
    let state = seed;
    const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
    const cells = Array.from({ length: height }, () => Array.from({ length: width }, (): Cell => ({ mine: false, open: false, flagged: false, near: 0 })));
    for (let left = mines; left > 0; ) {
      const cell = cells[Math.floor(random() * height)]![Math.floor(random() * width)]!;
      if (cell.mine) continue;
      cell.mine = true;
      left--;
    }
    cells.forEach((row, y) => row.forEach((cell, x) => (cell.near = around(cells, x, y).filter(([a, b]) => cells[b]![a]!.mine).length)));
    return { cells };
  }

  function around(cells: Cell[][], x: number, y: number): [number, number][] {
    const found: [number, number][] = [];
    for (let b = y - 1; b <= y + 1; b++) for (let a = x - 1; a <= x + 1; a++) if ((a !== x || b !== y) && cells[b]?.[a]) found.push([a, b]);
    return found;
  }

  export function open(field: Field, x: number, y: number): Field {
    const cells = structuredClone(field.cells);
    const visit = (a: number, b: number): void => {
      const cell = cells[b]![a]!;
      if (cell.open || cell.flagged) return;
      cell.open = true;
      if (!cell.mine && cell.near === 0) around(cells, a, b).forEach(([c, d]) => visit(c, d));
    };
    visit(x, y);
    return { cells };
  }

  export function flag(field: Field, x: number, y: number): Field {
    const cells = structuredClone(field.cells);
    cells[y]![x]!.flagged = !cells[y]![x]!.flagged;
    return { cells };
  }

  export function stateOf({ cells }: Field): State {
    const all = cells.flat();
    if (all.some((c) => c.mine && c.open)) return State.Lost;
    return all.every((c) => c.mine || c.open) ? State.Won : State.Playing;
  }
}
