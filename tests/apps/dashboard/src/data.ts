const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun"];
export const revenue = MONTHS.map((month, i) => ({ month, income: 30 + i * 4 + (i % 2) * 6, cost: 20 + i * 2 }));
export const sources = [
  { from: "Search", share: 46 },
  { from: "Direct", share: 28 },
  { from: "Mail", share: 17 },
  { from: "Other", share: 9 },
];
export const visitors = Array.from({ length: 30 }, (_, day) => ({ day: day + 1, count: Math.round(400 + 120 * Math.sin(day / 3) + day * 6) }));
