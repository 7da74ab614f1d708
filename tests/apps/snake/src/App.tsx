import { useCallback, useEffect, useRef, useState } from "react";
import { useStored } from "@anteroom/app";
import { Direction, next, start, type Game } from "./game";

const KEYS: Record<string, Direction> = { ArrowUp: Direction.Up, ArrowDown: Direction.Down, ArrowLeft: Direction.Left, ArrowRight: Direction.Right };
const CELL = 20;

export default function Snake() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const game = useRef<Game>(start());
  const [score, setScore] = useState(0);
  const [over, setOver] = useState(false);
  const [best, setBest] = useStored("best", 0);

  const draw = useCallback(() => {
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    const { snake, food } = game.current;
    context.fillStyle = "#0f172a";
    context.fillRect(0, 0, 400, 400);
    context.fillStyle = "#22c55e";
    for (const [x, y] of snake) context.fillRect(x * CELL + 1, y * CELL + 1, CELL - 2, CELL - 2);
    context.fillStyle = "#ef4444";
    context.fillRect(food[0] * CELL + 2, food[1] * CELL + 2, CELL - 4, CELL - 4);
  }, []);

  useEffect(() => {
    let frame = 0;
    let last = performance.now();
    const loop = (now: number) => {
      frame = requestAnimationFrame(loop);
      if (now - last < 120) return;
      last = now;
      if (!game.current.over) {
        game.current = next(game.current);
        setScore(game.current.snake.length - 3);
        setOver(game.current.over);
      }
      draw();
    };
    frame = requestAnimationFrame(loop);
    return () => cancelAnimationFrame(frame);
  }, [draw]);
  useEffect(() => {
    const turn = (e: KeyboardEvent) => {
      const direction = KEYS[e.key];
      if (direction === undefined) return;
      e.preventDefault();
      game.current = { ...game.current, direction };
    };
    addEventListener("keydown", turn);
    return () => removeEventListener("keydown", turn);
  }, []);
  useEffect(() => {
    if (over && score > best) setBest(score);
  }, [over, score, best, setBest]);

  return (
    <div style={{ textAlign: "center" }}>
      <h1>Snake</h1>
      <p>Score {score} · Best {best}</p>
      <canvas ref={canvas} width={400} height={400} aria-label="Board" />
      {over && <p><button onClick={() => { game.current = start(); setOver(false); }}>Again</button></p>}
    </div>
  );
}
