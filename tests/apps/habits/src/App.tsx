import { addDays, format, isSameDay, startOfWeek } from "date-fns";
import { useState } from "react";
import { useStored } from "@anteroom/app";

interface Habit { name: string; days: string[] }

const week = Array.from({ length: 7 }, (_, i) => addDays(startOfWeek(new Date(), { weekStartsOn: 1 }), i));

export default function Habits() {
  const [habits, setHabits, { ready, error }] = useStored<Habit[]>("habits", []);
  const [name, setName] = useState("");
  const toggle = (habit: Habit, day: string) =>
    setHabits((all) =>
      all.map((h) =>
        h.name !== habit.name ? h : { ...h, days: h.days.includes(day) ? h.days.filter((d) => d !== day) : [...h.days, day] },
      ),
    );
  if (!ready) return null;
  return (
    <main>
      <h1>Habits, week of {format(week[0]!, "d MMMM")}</h1>
      {error && <p role="alert">{error.message}</p>}
      <table>
        <thead>
          <tr>
            <th>Habit</th>
            {week.map((day) => <th key={+day} style={{ fontWeight: isSameDay(day, new Date()) ? 800 : 400 }}>{format(day, "EEEEEE")}</th>)}
            <th>Times</th>
          </tr>
        </thead>
        <tbody>
          {habits.map((habit) => (
            <tr key={habit.name}>
              <td>{habit.name}</td>
              {week.map((day) => {
                const key = format(day, "yyyy-MM-dd");
                return (
                  <td key={key}>
                    <input type="checkbox" aria-label={`${habit.name} on ${format(day, "EEEE")}`} checked={habit.days.includes(key)} onChange={() => toggle(habit, key)} />
                  </td>
                );
              })}
              <td>{habit.days.length}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <form onSubmit={(e) => { e.preventDefault(); if (name) setHabits([...habits, { name, days: [] }]); setName(""); }}>
        <input aria-label="New habit" value={name} onChange={(e) => setName(e.target.value)} /> <button>Add habit</button>
      </form>
    </main>
  );
}
