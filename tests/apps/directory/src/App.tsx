import { Mail, MapPin, Search } from "lucide-react";
import { useMemo, useState } from "react";
import { openLink } from "@anteroom/app";
import people from "./people.json";

export default function Directory() {
  const [query, setQuery] = useState("");
  const [team, setTeam] = useState("All");
  const teams = useMemo(() => ["All", ...new Set(people.map((p) => p.team))], []);
  const shown = people.filter((p) => (team === "All" || p.team === team) && p.name.toLowerCase().includes(query.toLowerCase()));
  return (
    <div className="mx-auto max-w-4xl p-6">
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <h1 className="mr-auto text-2xl font-bold">People</h1>
        <label className="relative">
          <Search className="absolute left-2 top-2.5 h-4 w-4 opacity-60" />
          <input aria-label="Search" value={query} onChange={(e) => setQuery(e.target.value)} className="rounded-full border border-neutral-400 py-2 pl-8 pr-3" placeholder="Search" />
        </label>
        <select aria-label="Team" className="rounded-full border border-neutral-400 px-3 py-2" value={team} onChange={(e) => setTeam(e.target.value)}>
          {teams.map((t) => <option key={t}>{t}</option>)}
        </select>
      </div>
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map((p) => (
          <li key={p.name} className="flex gap-3 rounded-2xl border border-neutral-200 p-4 shadow-sm transition-shadow hover:shadow-md dark:border-neutral-700">
            <div className="flex h-12 w-12 shrink-0 items-center justify-center rounded-full bg-gradient-to-br from-indigo-500 to-fuchsia-600 font-bold text-white">{p.name.split(" ").map((n) => n[0]).join("")}</div>
            <div className="min-w-0">
              <p className="truncate font-semibold">{p.name}</p>
              <p className="text-sm opacity-70">{p.role}</p>
              <p className="mt-1 flex items-center gap-1 text-sm"><MapPin size={14} /> {p.city}</p>
              <button className="mt-1 flex items-center gap-1 text-sm text-indigo-700 underline dark:text-indigo-300" onClick={() => openLink(`mailto:${p.mail}`)}><Mail size={14} /> {p.mail}</button>
            </div>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p>Nobody by that name.</p>}
    </div>
  );
}
