export function Tree({ name, value }: { name?: string; value: unknown }) {
  const label = name === undefined ? null : <b>{name}: </b>;
  if (value === null || typeof value !== "object") return <div>{label}<code>{JSON.stringify(value)}</code></div>;
  const entries = Object.entries(value);
  return (
    <details open>
      <summary>{label}{Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`}</summary>
      <div style={{ paddingLeft: 16 }}>{entries.map(([key, one]) => <Tree key={key} name={key} value={one} />)}</div>
    </details>
  );
}
