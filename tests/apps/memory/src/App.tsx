import { AnimatePresence, motion } from "framer-motion";
import { useState } from "react";
import { shuffle } from "lodash";

const FACES = ["🐳", "🌵", "🍋", "🚲", "🎈", "🧩"];
type Tile = { id: number; face: string };
const deal = (): Tile[] => shuffle([...FACES, ...FACES]).map((face, id) => ({ id, face }));

export default function Memory() {
  const [tiles, setTiles] = useState(deal);
  const [open, setOpen] = useState<number[]>([]);
  const [found, setFound] = useState<string[]>([]);
  const [moves, setMoves] = useState(0);

  const flip = (id: number) => {
    if (open.length === 2 || open.includes(id)) return;
    const now = [...open, id];
    setOpen(now);
    if (now.length < 2) return;
    setMoves((m) => m + 1);
    const [a, b] = now.map((one) => tiles[one]!.face);
    if (a === b) setFound((all) => [...all, a!]);
    setTimeout(() => setOpen([]), 600);
  };
  return (
    <main style={{ maxWidth: 420, margin: "0 auto", textAlign: "center" }}>
      <h1>Memory</h1>
      <p>{moves} moves, {found.length} of {FACES.length} pairs</p>
      <div style={{ display: "grid", gridTemplateColumns: "repeat(4, 1fr)", gap: 8 }}>
        {tiles.map(({ id, face }) => {
          const shown = open.includes(id) || found.includes(face);
          return (
            <motion.button key={id} aria-label={shown ? face : `Tile ${id + 1}`} onClick={() => flip(id)} animate={{ rotateY: shown ? 0 : 180 }} transition={{ duration: 0.25 }} style={{ aspectRatio: "1", fontSize: 32 }}>
              {shown ? face : ""}
            </motion.button>
          );
        })}
      </div>
      <AnimatePresence>
        {found.length === FACES.length && (
          <motion.div initial={{ opacity: 0 }} animate={{ opacity: 1 }} exit={{ opacity: 0 }}>
            <p>All found!</p>
            <button onClick={() => { setTiles(deal()); setFound([]); setMoves(0); }}>Deal again</button>
          </motion.div>
        )}
      </AnimatePresence>
    </main>
  );
}
