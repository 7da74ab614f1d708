import { createContext, useContext, useState, type PropsWithChildren } from "react";
import { company, type Person } from "./company";

const Chosen = createContext<{ id: string | null; choose: (id: string) => void }>({ id: null, choose: () => {} });

export default function OrgChart() {
  const [id, choose] = useState<string | null>(null);
  return (
    <Chosen.Provider value={{ id, choose }}>
      <h1>Who works with whom</h1>
      <svg viewBox="0 0 640 300" role="img" aria-label="Organisation chart" style={{ width: "100%", maxWidth: 720 }}>
        <Branch person={company} x={320} y={30} width={620} />
      </svg>
      {id && <p role="status">Chosen: {id}</p>}
    </Chosen.Provider>
  );
}

function Branch({ person, x, y, width }: { person: Person; x: number; y: number; width: number }) {
  const each = width / Math.max(1, person.reports.length);
  return (
    <g>
      {person.reports.map((report, i) => {
        const at = x - width / 2 + each * (i + 0.5);
        return (
          <g key={report.name}>
            <path d={`M${x} ${y + 14}C${x} ${y + 50} ${at} ${y + 40} ${at} ${y + 76}`} fill="none" stroke="currentColor" opacity={0.4} />
            <Branch person={report} x={at} y={y + 90} width={each} />
          </g>
        );
      })}
      <Box x={x} y={y} name={person.name}>{person.name}</Box>
    </g>
  );
}

function Box({ x, y, name, children }: PropsWithChildren<{ x: number; y: number; name: string }>) {
  const { id, choose } = useContext(Chosen);
  return (
    <g tabIndex={0} role="button" aria-label={name} onClick={() => choose(name)} onKeyDown={(e) => e.key === "Enter" && choose(name)} style={{ cursor: "pointer" }}>
      <rect x={x - 44} y={y - 14} width={88} height={28} rx={8} fill={id === name ? "#2563eb" : "#64748b"} />
      <text x={x} y={y + 5} textAnchor="middle" fill="white" fontSize={13}>{children}</text>
    </g>
  );
}
