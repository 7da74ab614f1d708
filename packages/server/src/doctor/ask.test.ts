import { createServer as createHttp } from "node:http";
import { createServer as createTcp, type AddressInfo, type Server } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Front } from "../testing/front.fixture.ts";
import { ask, NoAnswer } from "./ask.ts";

const parts = new AsyncDisposableStack();
let port: number;
let mute: number;
let secure: Front;

beforeAll(async () => {
  port = await listening(
    createHttp((request, response) => {
      const headers = { location: "/elsewhere", "x-asked": `${request.method} ${request.headers.host}` };
      response.writeHead(302, headers).end("moved");
    }),
  );
  mute = await listening(createTcp((socket) => void socket.destroy()));
  secure = parts.use(await Front.open(["one.localhost", "other.localhost"]));
});
afterAll(async () => await parts.disposeAsync());

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  parts.defer(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const whyOf = async (address: string): Promise<string> =>
  await ask(address).then(
    () => "answered",
    (error: unknown) => (error instanceof NoAnswer ? error.why : String(error)),
  );

test("a name of localhost is this machine, told by its own name, and a redirect is an answer", async () => {
  const { status, headers, body } = await ask(`http://a1b2.localhost:${port}/x`);
  expect([status, headers["x-asked"], body.toString()]).toEqual([302, `GET a1b2.localhost:${port}`, "moved"]);
});

test("where nobody answers it is said at which step it ended", async () => {
  expect(await whyOf("http://nowhere.invalid/")).toBe("name");
  expect(await whyOf("http://localhost:1/")).toBe("refused");
  expect(await whyOf(`http://localhost:${mute}/`)).toBe("other");
  expect(await whyOf(`https://localhost:${port}/`)).toBe("other");
});

test("a certificate has to hold", async () => {
  expect(await whyOf(`https://one.localhost:${secure.port}/`)).toBe("certificate");
});
