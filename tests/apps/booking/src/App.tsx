import dayjs, { type Dayjs } from "dayjs";
import { useState } from "react";
import { useShared } from "@anteroom/app";
import "./booking.css";

type Bookings = Record<string, string>;

export default function Booking() {
  const [month, setMonth] = useState(() => dayjs("2026-03-01"));
  const [bookings, setBookings, { ready }] = useShared<Bookings>("bookings", {});
  const first = month.startOf("month");
  const days: (Dayjs | null)[] = [
    ...Array.from({ length: (first.day() + 6) % 7 }, () => null),
    ...Array.from({ length: month.daysInMonth() }, (_, i) => first.add(i, "day")),
  ];
  const book = (day: string) => {
    const by = window.prompt("Who books this day?", "");
    if (by) setBookings((all) => ({ ...all, [day]: by }));
  };
  if (!ready) return <p>Loading the calendar…</p>;
  return (
    <main className="booking">
      <header>
        <button aria-label="Month before" onClick={() => setMonth(month.subtract(1, "month"))}>‹</button>
        <h1>{month.format("MMMM YYYY")}</h1>
        <button aria-label="Month after" onClick={() => setMonth(month.add(1, "month"))}>›</button>
      </header>
      <div className="days">
        {["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"].map((d) => <b key={d}>{d}</b>)}
        {days.map((day, i) => {
          if (!day) return <span key={`blank${i}`} />;
          const key = day.format("YYYY-MM-DD");
          return (
            <button key={key} className={bookings[key] ? "day taken" : "day"} aria-label={day.format("D MMMM")} onClick={() => book(key)}>
              {day.date()}<small>{bookings[key]}</small>
            </button>
          );
        })}
      </div>
    </main>
  );
}
