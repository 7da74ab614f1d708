import { useState } from "react";
import { shared, useShared } from "@anteroom/app";
import { ThumbsUp, Trash2 } from "lucide-react";

type Note = { id: string; text: string; kind: "good" | "bad" | "idea"; votes: number };
const KINDS = [
  ["good", "Went well", "bg-green-100 dark:bg-green-900"],
  ["bad", "To improve", "bg-rose-100 dark:bg-rose-900"],
  ["idea", "Ideas", "bg-amber-100 dark:bg-amber-900"],
] as const;

export default function Retro() {
  const [notes, setNotes, state] = useShared<Note[]>("notes", []);
  const vote = (id: string) =>
    shared.update<Note[]>("notes", (all = []) => all.map((n) => (n.id === id ? { ...n, votes: n.votes + 1 } : n)));
  return (
    <div className="p-4 min-h-screen bg-white text-slate-900 dark:bg-slate-900 dark:text-slate-100">
      <h1 className="text-2xl font-bold mb-4">Retrospective</h1>
      {state.error && <p role="alert" className="text-red-600">{state.error.message}</p>}
      <div className="grid grid-cols-1 sm:grid-cols-3 gap-4">
        {KINDS.map(([kind, title, colour]) => (
          <section key={kind} aria-label={title} className="rounded-lg border border-slate-300 dark:border-slate-700 p-3">
            <h2 className="font-semibold mb-2">{title}</h2>
            <NewNote label={`Add to ${title}`} onAdd={(text) => setNotes((all) => [...all, { id: crypto.randomUUID(), text, kind, votes: 0 }])} />
            {notes.filter((n) => n.kind === kind).sort((a, b) => b.votes - a.votes).map((n) => (
              <div key={n.id} className={`${colour} rounded p-2 mt-2 flex items-center gap-2`}>
                <span className="flex-1">{n.text}</span>
                <button aria-label={`Vote for ${n.text}`} onClick={() => vote(n.id)} className="flex items-center gap-1">
                  <ThumbsUp size={16} /> {n.votes}
                </button>
                <button aria-label={`Delete ${n.text}`} onClick={() => setNotes((all) => all.filter((o) => o.id !== n.id))}>
                  <Trash2 size={16} />
                </button>
              </div>
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

function NewNote({ label, onAdd }: { label: string; onAdd: (text: string) => void }) {
  const [text, setText] = useState("");
  return (
    <input
      aria-label={label}
      className="w-full rounded border border-slate-300 dark:border-slate-600 px-2 py-1 bg-transparent"
      placeholder="Type and press Enter"
      value={text}
      onChange={(e) => setText(e.target.value)}
      onKeyDown={(e) => {
        if (e.key !== "Enter" || !text.trim()) return;
        onAdd(text.trim());
        setText("");
      }}
    />
  );
}
