import _ from "lodash";
import { useState } from "react";

const SALES = _.flatMap(["North", "South", "East"], (region, r) =>
  _.flatMap(["Tea", "Coffee"], (product, p) => _.range(1, 5).map((quarter) => ({ region, product, quarter: `Q${quarter}`, sold: (r + 1) * 10 + p * 7 + quarter * 3 }))),
);
const FIELDS = ["region", "product", "quarter"] as const;
type Field = (typeof FIELDS)[number];

export default function Pivot() {
  const [rows, setRows] = useState<Field>("region");
  const [columns, setColumns] = useState<Field>("quarter");
  const heads = _.uniq(_.map(SALES, columns));
  const groups = _.groupBy(SALES, rows);
  const sum = (list: typeof SALES) => _.sumBy(list, "sold");
  const Choice = ({ label, value, onChange }: { label: string; value: Field; onChange: (f: Field) => void }) => (
    <label>{label} <select value={value} onChange={(e) => onChange(e.target.value as Field)}>{FIELDS.map((f) => <option key={f} value={f}>{_.capitalize(f)}</option>)}</select> </label>
  );
  return (
    <>
      <h1>Sales</h1>
      <Choice label="Rows" value={rows} onChange={setRows} />
      <Choice label="Columns" value={columns} onChange={setColumns} />
      <table>
        <thead><tr><th>{_.capitalize(rows)}</th>{heads.map((h) => <th key={h}>{h}</th>)}<th>Sum</th></tr></thead>
        <tbody>
          {_.map(groups, (list, name) => (
            <tr key={name}><th>{name}</th>{heads.map((h) => <td key={h}>{sum(_.filter(list, (s) => s[columns] === h))}</td>)}<td><b>{sum(list)}</b></td></tr>
          ))}
        </tbody>
        <tfoot><tr><th>All</th><td colSpan={heads.length} /><td><b>{sum(SALES)}</b></td></tr></tfoot>
      </table>
    </>
  );
}
