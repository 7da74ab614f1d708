import { Bar, BarChart, Cell, Legend, Line, LineChart, Pie, PieChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { ArrowDownRight, ArrowUpRight, Users } from "lucide-react";
import { Stat } from "./components/Stat";
import { revenue, sources, visitors } from "./data";

const COLOURS = ["#6366f1", "#22c55e", "#f59e0b", "#ec4899"];

export default function Dashboard() {
  return (
    <div className="min-h-screen bg-gray-50 p-6 text-gray-900 dark:bg-gray-950 dark:text-gray-100">
      <h1 className="mb-6 flex items-center gap-2 text-2xl font-bold"><Users className="h-6 w-6" /> Overview</h1>
      <div className="grid gap-4 md:grid-cols-3">
        <Stat title="Revenue" value="€ 48,200" change={12.4} icon={<ArrowUpRight size={16} />} />
        <Stat title="Visitors" value="12,903" change={3.1} icon={<ArrowUpRight size={16} />} />
        <Stat title="Refunds" value="31" change={-8} icon={<ArrowDownRight size={16} />} />
      </div>
      <div className="mt-6 grid gap-4 lg:grid-cols-3">
        <Panel title="Revenue by month" wide>
          <BarChart data={revenue}>
            <XAxis dataKey="month" /><YAxis /><Tooltip /><Legend />
            <Bar dataKey="income" fill={COLOURS[0]} isAnimationActive={false} />
            <Bar dataKey="cost" fill={COLOURS[2]} isAnimationActive={false} />
          </BarChart>
        </Panel>
        <Panel title="Where they come from">
          <PieChart>
            <Pie data={sources} dataKey="share" nameKey="from" innerRadius={40} isAnimationActive={false}>
              {sources.map((s, i) => <Cell key={s.from} fill={COLOURS[i]} />)}
            </Pie>
            <Tooltip /><Legend />
          </PieChart>
        </Panel>
        <Panel title="Visitors" wide>
          <LineChart data={visitors}><XAxis dataKey="day" /><YAxis /><Line dataKey="count" stroke={COLOURS[1]} dot={false} isAnimationActive={false} /></LineChart>
        </Panel>
      </div>
    </div>
  );
}

function Panel({ title, wide, children }: { title: string; wide?: boolean; children: React.ReactElement }) {
  return (
    <section className={`rounded-xl bg-white p-4 shadow-sm ring-1 ring-gray-200 dark:bg-gray-900 dark:ring-gray-800 ${wide ? "lg:col-span-2" : ""}`}>
      <h2 className="mb-2 text-sm font-medium text-gray-500 dark:text-gray-400">{title}</h2>
      <ResponsiveContainer width="100%" height={220}>{children}</ResponsiveContainer>
    </section>
  );
}
