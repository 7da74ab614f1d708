import { DndContext, useDraggable, useDroppable, type DragEndEvent } from "@dnd-kit/core";
import { CSS } from "@dnd-kit/utilities";
import { nanoid } from "nanoid";
import { useState, type FormEvent, type ReactNode } from "react";
import { useShared } from "@anteroom/app";
import type { Card, Column } from "./types";
import { COLUMNS } from "./types";
import "./board.css";

export default function Board() {
  const [cards, setCards] = useShared<Card[]>("cards", []);
  const [title, setTitle] = useState("");

  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!title.trim()) return;
    const card: Card = { id: nanoid(8), title: title.trim(), column: "todo" };
    setCards((all) => [...all, card]);
    setTitle("");
  };
  const move = (id: string, column: Column) =>
    setCards((all) => all.map((card) => (card.id === id ? { ...card, column } : card)));
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over) move(String(active.id), over.id as Column);
  };

  return (
    <DndContext onDragEnd={onDragEnd}>
      <form onSubmit={add}>
        <input value={title} onChange={(e) => setTitle(e.target.value)} placeholder="New card" aria-label="New card" />
        <button>Add</button>
      </form>
      <div className="board">
        {COLUMNS.map(({ id, name }) => (
          <Lane key={id} id={id} name={name}>
            {cards.filter((c) => c.column === id).map((card) => (
              <Item key={card.id} card={card} onNext={() => move(card.id, id === "todo" ? "doing" : "done")} />
            ))}
          </Lane>
        ))}
      </div>
    </DndContext>
  );
}

function Lane({ id, name, children }: { id: Column; name: string; children: ReactNode }) {
  const { setNodeRef, isOver } = useDroppable({ id });
  return (
    <section ref={setNodeRef} className={isOver ? "lane over" : "lane"} aria-label={name}>
      <h2>{name}</h2>
      {children}
    </section>
  );
}

function Item({ card, onNext }: { card: Card; onNext: () => void }) {
  const { attributes, listeners, setNodeRef, transform } = useDraggable({ id: card.id });
  return (
    <article ref={setNodeRef} className="card" style={{ transform: CSS.Translate.toString(transform) }} {...attributes} {...listeners}>
      {card.title}
      {card.column !== "done" && <button onPointerDown={(e) => e.stopPropagation()} onClick={onNext}>→</button>}
    </article>
  );
}
