import { useRef, type ReactNode } from "react";
import { Button } from "../../parts/index.ts";

export interface FileButtonProps {
  readonly children: string;
  readonly busy: boolean;
  readonly onFile: (file: File) => void;
}

/** Lets the person choose a JSON file. */
export function FileButton({ children, busy, onFile }: FileButtonProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="small" busy={busy} onPress={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onFile(file);
          // The same file can be chosen again.
          currentTarget.value = "";
        }}
      />
    </>
  );
}
