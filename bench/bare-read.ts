// The bare peer of a reading call: node:http that parses the same body and sends the same bytes.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const { answer } = JSON.parse(process.argv[2] ?? "{}") as { answer: string };
const bytes = Buffer.from(answer);

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    JSON.parse(Buffer.concat(chunks).toString("utf8"));
    response.writeHead(200, { "content-type": "application/json", "content-length": bytes.length });
    response.end(bytes);
  });
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("disconnect", () => process.exit());
