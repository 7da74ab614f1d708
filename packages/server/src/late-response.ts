import { ServerResponse } from "node:http";

/** How late, in milliseconds; less than anybody is told to wait. */
const LATE_MS = 500;

/**
 * A response that leaves late when it says "too many" (429), and until then nothing more is read from its
 * connection. Who waits as told hardly notices; a loop that does not gets a turn now and then, and others have
 * the server to themselves. Behind a proxy the connection meanwhile carries nobody else's request.
 */
export class LateResponse extends ServerResponse {
  override end(chunk?: unknown, encoding?: unknown, callback?: unknown): this {
    const send = (): void => void super.end(chunk, encoding as BufferEncoding, callback as () => void);
    const { socket } = this;
    if (this.statusCode !== 429 || !socket) {
      send();
      return this;
    }
    socket.pause();
    setTimeout(() => {
      socket.resume();
      send();
    }, LATE_MS);
    return this;
  }
}
