export interface Expense { who: string; what: string; amount: number }
export interface Transfer { from: string; to: string; amount: number }

/** Few transfers that make everybody even. */
export function settle(expenses: Expense[]): Transfer[] {
  const people = [...new Set(expenses.map((e) => e.who))];
  if (people.length < 2) return [];
  const share = expenses.reduce((sum, e) => sum + e.amount, 0) / people.length;
  const balance = new Map(people.map((p) => [p, -share]));
  for (const e of expenses) balance.set(e.who, balance.get(e.who)! + e.amount);
  const transfers: Transfer[] = [];
  for (;;) {
    const sorted = [...balance].sort((a, b) => a[1] - b[1]);
    const [from, owes] = sorted[0]!;
    const [to, gets] = sorted.at(-1)!;
    const amount = Math.min(-owes, gets);
    if (amount < 0.005) return transfers;
    transfers.push({ from, to, amount });
    balance.set(from, owes + amount);
    balance.set(to, gets - amount);
  }
}
