import { create } from "zustand";
import { persist } from "zustand/middleware";
import clsx from "clsx";
import { useState } from "react";
import "./todo.css";

interface Todo { id: number; text: string; done: boolean }
interface Store {
  todos: Todo[];
  filter: "all" | "open" | "done";
  add(text: string): void;
  toggle(id: number): void;
  show(filter: Store["filter"]): void;
  sweep(): void;
}

const useTodos = create<Store>()(
  persist(
    (set) => ({
      todos: [],
      filter: "all",
      add: (text) => set((s) => ({ todos: [...s.todos, { id: s.todos.length + 1, text, done: false }] })),
      toggle: (id) => set((s) => ({ todos: s.todos.map((t) => (t.id === id ? { ...t, done: !t.done } : t)) })),
      show: (filter) => set({ filter }),
      sweep: () => set((s) => ({ todos: s.todos.filter((t) => !t.done) })),
    }),
    { name: "todos" },
  ),
);

export default function App() {
  const { todos, filter, add, toggle, show, sweep } = useTodos();
  const [text, setText] = useState("");
  const shown = todos.filter((t) => filter === "all" || t.done === (filter === "done"));
  return (
    <section className="todo">
      <h1>Todo</h1>
      <form onSubmit={(e) => { e.preventDefault(); if (text.trim()) add(text.trim()); setText(""); }}>
        <input autoFocus value={text} onChange={(e) => setText(e.target.value)} placeholder="What needs doing?" />
      </form>
      <ul>
        {shown.map((todo) => (
          <li key={todo.id} className={clsx("item", { done: todo.done })}>
            <label><input type="checkbox" checked={todo.done} onChange={() => toggle(todo.id)} /> {todo.text}</label>
          </li>
        ))}
      </ul>
      <footer>
        <span>{todos.filter((t) => !t.done).length} left</span>
        {(["all", "open", "done"] as const).map((f) => (
          <button key={f} className={clsx(f === filter && "on")} onClick={() => show(f)}>{f}</button>
        ))}
        <button onClick={() => { if (window.confirm("Delete what is done?")) sweep(); }}>Clear done</button>
      </footer>
    </section>
  );
}
