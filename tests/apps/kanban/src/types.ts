export type Column = "todo" | "doing" | "done";

export interface Card {
  readonly id: string;
  title: string;
  column: Column;
}

export const COLUMNS = [
  { id: "todo", name: "To do" },
  { id: "doing", name: "Doing" },
  { id: "done", name: "Done" },
] as const satisfies readonly { id: Column; name: string }[];
