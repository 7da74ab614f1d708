export const enum Direction { Up, Down, Left, Right }
export type Cell = readonly [x: number, y: number];
export interface Game { snake: readonly Cell[]; food: Cell; direction: Direction; over: boolean }

const SIZE = 20;
const STEP: Record<Direction, Cell> = {
  [Direction.Up]: [0, -1],
  [Direction.Down]: [0, 1],
  [Direction.Left]: [-1, 0],
  [Direction.Right]: [1, 0],
};

export function start(): Game {
  return { snake: [[5, 10], [4, 10], [3, 10]], food: [12, 10], direction: Direction.Right, over: false };
}

export function next(game: Game): Game {
  const [dx, dy] = STEP[game.direction];
  const [x, y] = game.snake[0]!;
  const head: Cell = [x + dx, y + dy];
  const hit = head[0] < 0 || head[1] < 0 || head[0] >= SIZE || head[1] >= SIZE || game.snake.some(([a, b]) => a === head[0] && b === head[1]);
  if (hit) return { ...game, over: true };
  const eats = head[0] === game.food[0] && head[1] === game.food[1];
  const snake = [head, ...(eats ? game.snake : game.snake.slice(0, -1))];
  const food: Cell = eats ? [Math.floor(Math.random() * SIZE), Math.floor(Math.random() * SIZE)] : game.food;
  return { ...game, snake, food };
}
