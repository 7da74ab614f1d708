import { connect } from "node:net";
import { text } from "node:stream/consumers";

/**
 * Sends bytes as they are, and returns all that comes back until the server ends the connection; so the last
 * request must ask for that.
 */
export async function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(bytes, "latin1");
  return await text(socket).catch(() => "");
}

/** The statuses of the answers in what came back, in their order. */
export function statusesIn(answers: string): number[] {
  return Array.from(answers.matchAll(/HTTP\/1\.1 (\d{3}) /gu), ([, status]) => Number(status));
}
