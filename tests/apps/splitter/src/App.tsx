import { useState } from "react";
import { settle, type Expense } from "./settle";

export default function Splitter() {
  const [expenses, setExpenses] = useState<Expense[]>([]);
  const [error, setError] = useState("");

  function onSubmit(e: React.FormEvent<HTMLFormElement>) {
    e.preventDefault();
    const data = new FormData(e.currentTarget);
    const amount = Number(data.get("amount"));
    const who = String(data.get("who")).trim();
    if (!who || !(amount > 0)) return setError("Name and a positive amount, please.");
    setError("");
    setExpenses([...expenses, { who, amount, what: String(data.get("what")) }]);
    e.currentTarget.reset();
  }
  const transfers = settle(expenses);
  return (
    <main style={{ maxWidth: "40rem", margin: "auto" }}>
      <h1>Split the bill</h1>
      <form onSubmit={onSubmit}>
        <fieldset>
          <legend>New expense</legend>
          <label>Who paid <input name="who" required /></label>
          <label>How much <input name="amount" type="number" step="0.01" /></label>
          <label>For what <input name="what" /></label>
          <button type="submit">Add</button>
          {error && <p role="alert">{error}</p>}
        </fieldset>
      </form>
      <table>
        <caption>Expenses</caption>
        <thead><tr><th>Who</th><th>What</th><th>Amount</th></tr></thead>
        <tbody>{expenses.map((x, i) => <tr key={i}><td>{x.who}</td><td>{x.what}</td><td>{x.amount.toFixed(2)}</td></tr>)}</tbody>
      </table>
      <h2>Who owes whom</h2>
      {transfers.length === 0 ? <p>Nobody owes anything.</p> : (
        <ul>{transfers.map((t) => <li key={t.from + t.to}>{t.from} pays {t.to} {t.amount.toFixed(2)}</li>)}</ul>
      )}
    </main>
  );
}
