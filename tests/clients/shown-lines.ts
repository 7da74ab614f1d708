import { type Client, connectLines } from "../../packages/web/src/connected/connect-lines.ts";

/** The lines that "Connected" shows for a client of this server. */
export function shownLines(client: Client, origin: string): readonly string[] {
  const way = connectLines(`${origin}/api/v1/external-mcp`).find((candidate) => candidate.client === client);
  if (!way) throw new Error(`Connected shows no line for ${client}.`);
  return way.lines;
}
