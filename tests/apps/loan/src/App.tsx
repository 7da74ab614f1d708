import React, { useMemo, useState } from "react";
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";

const money = new Intl.NumberFormat("en", { style: "currency", currency: "EUR", maximumFractionDigits: 0 });

const LoanCalculator: React.FC = () => {
  const [sum, setSum] = useState(200_000);
  const [rate, setRate] = useState(3.5);
  const [years, setYears] = useState(20);
  const { monthly, rows } = useMemo(() => {
    const r = rate / 1200;
    const n = years * 12;
    const monthly = r === 0 ? sum / n : (sum * r) / (1 - (1 + r) ** -n);
    const rows = [{ year: 0, left: sum }];
    let left = sum;
    for (let month = 1; month <= n; month++) {
      left = Math.max(0, left * (1 + r) - monthly);
      if (month % 12 === 0) rows.push({ year: month / 12, left: Math.round(left) });
    }
    return { monthly, rows };
  }, [sum, rate, years]);
  return (
    <div>
      <h1>Loan calculator</h1>
      <p>
        <label>Sum <input type="range" min={10000} max={500000} step={10000} value={sum} onChange={(e) => setSum(+e.target.value)} /> {money.format(sum)}</label>
      </p>
      <p>
        <label>Rate <input type="number" step={0.1} min={0} value={rate} onChange={(e) => setRate(+e.target.value)} /> %</label>{" "}
        <label>Years <input type="number" min={1} max={40} value={years} onChange={(e) => setYears(+e.target.value)} /></label>
      </p>
      <p>Every month: <output><strong>{money.format(monthly)}</strong></output></p>
      <ResponsiveContainer width="100%" height={260}>
        <AreaChart data={rows}>
          <CartesianGrid strokeDasharray="3 3" opacity={0.3} />
          <XAxis dataKey="year" />
          <YAxis width={80} tickFormatter={(v: number) => money.format(v)} />
          <Tooltip formatter={(v) => money.format(Number(v))} />
          <Area dataKey="left" name="Left to pay" stroke="#3b82f6" fill="#3b82f655" isAnimationActive={false} />
        </AreaChart>
      </ResponsiveContainer>
    </div>
  );
};
export default LoanCalculator;
