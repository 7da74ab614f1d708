import Papa from "papaparse";
import { useMemo, useState } from "react";
import sample from "./sample.csv";

type Row = Record<string, string>;

export default function CsvViewer() {
  const [text, setText] = useState<string>(sample);
  const [sort, setSort] = useState<{ by: string; down: boolean } | null>(null);
  const { data, meta, errors } = useMemo(() => Papa.parse<Row>(text.trim(), { header: true }), [text]);
  const rows = useMemo(() => {
    if (!sort) return data;
    const order = [...data].sort((a, b) => (a[sort.by] ?? "").localeCompare(b[sort.by] ?? "", undefined, { numeric: true }));
    return sort.down ? order.reverse() : order;
  }, [data, sort]);

  function download() {
    const blob = new Blob([Papa.unparse(rows)], { type: "text/csv" });
    const url = URL.createObjectURL(blob);
    const a = document.createElement("a");
    a.href = url;
    a.download = "sorted.csv";
    a.click();
    URL.revokeObjectURL(url);
  }
  return (
    <>
      <h1>CSV viewer</h1>
      <input type="file" accept=".csv" onChange={async (e) => setText((await e.target.files?.[0]?.text()) ?? "")} />
      {errors.length > 0 && <p role="alert">{errors[0]!.message}</p>}
      <table>
        <thead>
          <tr>
            {meta.fields?.map((field) => (
              <th key={field} aria-sort={sort?.by === field ? (sort.down ? "descending" : "ascending") : "none"}>
                <button onClick={() => setSort({ by: field, down: sort?.by === field ? !sort.down : false })}>{field}</button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows.map((row, i) => <tr key={i}>{meta.fields?.map((f) => <td key={f}>{row[f]}</td>)}</tr>)}</tbody>
      </table>
      <p>{rows.length} rows <button onClick={download}>Download</button></p>
    </>
  );
}
