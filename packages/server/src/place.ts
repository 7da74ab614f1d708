import { quote } from "@anteroom/app-format";

export type Path = readonly (string | number)[];

/** Writes a path into a JSON value as a reader would: `files["src/App.tsx"]`, `files_seen[3].how`. */
export function placeOf(path: Path): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else if (/^[A-Za-z_]\w{0,63}$/u.test(step)) text += text === "" ? step : `.${step}`;
    else text += `[${quote(step)}]`;
  }
  return text;
}
