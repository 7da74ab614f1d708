import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A site of somebody else's on this machine. As `apart` it is another site to a browser; as `beside` it is the
 * same site as ours on loopback, at another port, so that ours sees it come with its cookies.
 */
export class ForeignSite implements AsyncDisposable {
  readonly apart: string;
  readonly beside: string;
  readonly #server: Server;

  private constructor(server: Server) {
    const { port } = server.address() as AddressInfo;
    this.#server = server;
    this.apart = `http://127.0.0.1:${port}`;
    this.beside = `http://localhost:${port}`;
  }

  static async open(): Promise<ForeignSite> {
    const server = createServer((_, response) => {
      response.setHeader("content-type", "text/html");
      response.end("<title>A site of somebody else's</title>");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new ForeignSite(server);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}
