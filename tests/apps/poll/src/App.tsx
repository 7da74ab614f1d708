import { useEffect, useState } from "react";
import { shared, storage } from "@anteroom/app";
import "./poll.css";

const OPTIONS = ["Pizza", "Ramen", "Salad", "Tacos"];

export default function LunchPoll() {
  const [votes, setVotes] = useState<Record<string, number>>({});
  const [mine, setMine] = useState<string | null>(null);

  useEffect(() => {
    void shared.get<Record<string, number>>("votes").then((v) => setVotes(v ?? {}));
    void storage.get<string>("mine").then((m) => setMine(m ?? null));
    return shared.subscribe<Record<string, number>>("votes", (v) => setVotes(v ?? {}));
  }, []);

  async function vote(option: string) {
    const before = mine;
    setMine(option);
    await storage.set("mine", option);
    const next = await shared.update<Record<string, number>>("votes", (now = {}) => {
      const all = { ...now, [option]: (now[option] ?? 0) + 1 };
      if (before) all[before] = Math.max(0, (all[before] ?? 0) - 1);
      return all;
    });
    setVotes(next);
  }

  const total = Object.values(votes).reduce((a, b) => a + b, 0);
  return (
    <main>
      <h1>Where do we eat?</h1>
      {OPTIONS.map((option) => {
        const count = votes[option] ?? 0;
        const share = total === 0 ? 0 : (100 * count) / total;
        return (
          <button key={option} className="option" aria-pressed={mine === option} onClick={() => vote(option)}>
            <span className="bar" style={{ width: `${share}%` }} />
            <span className="name">{option}</span>
            <span className="count">{count}</span>
          </button>
        );
      })}
      <p>{total} {total === 1 ? "vote" : "votes"}</p>
    </main>
  );
}
