/** What an app of a bench is made of. */
export interface AppShape {
  readonly files: number;
  readonly lines: number;
  /** With every tenth line of every second file changed. */
  readonly changed?: boolean;
}

/** An app of so many files of so many lines each, that compiles. */
export function appOf({ files, lines, changed = false }: AppShape): Record<string, string> {
  const made: Record<string, string> = {
    "src/App.tsx": `export default function App() {\n  return <main>${changed ? "After" : "Before"}</main>;\n}\n`,
  };
  for (let file = 1; file < files; file += 1) {
    const body = Array.from({ length: lines }, (_, line) => {
      const after = changed && file % 2 === 0 && line % 10 === 0 ? " + 1" : "";
      return `export const v${line} = (n: number) => n * ${file * lines + line}${after};`;
    });
    made[`src/part${file}.ts`] = `${body.join("\n")}\n`;
  }
  return made;
}
