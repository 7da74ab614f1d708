import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createFetchOutside, EgressError } from "./egress.ts";
import { type Certificate, certificateFor } from "./testing/certificate.fixture.ts";

const NAME = "provider.example.test";

const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  }
});

async function serve(listener: RequestListener, certificate?: Certificate): Promise<number> {
  const server = certificate ? createSecureServer({ ...certificate }, listener) : createServer(listener);
  open.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** The guard with one name that is not in the world's DNS, and how often it was looked up. */
function guard(allow: readonly string[], addresses: readonly string[] = ["127.0.0.1"], withinMs = 10_000) {
  const asked: string[] = [];
  const resolve = async (host: string) => {
    asked.push(host);
    return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  };
  return { asked, fetchOutside: createFetchOutside({ allow, resolve, withinMs }) };
}

const refusal = async (asking: Promise<Response>): Promise<string> => {
  const error: unknown = await asking.then(() => undefined).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(EgressError);
  return (error as EgressError).message;
};

describe("an address that the operator did not name", () => {
  test.each([
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://[64:ff9b::a00:1]/",
    "https://[2002:a00:1::1]/",
    "https://169.254.169.254/latest/meta-data/",
  ])("%s is inside, and nothing is sent", async (url) => {
    const { fetchOutside, asked } = guard([]);
    expect(await refusal(fetchOutside(url))).toContain("ANTEROOM_EGRESS_ALLOW=");
    expect(asked).toEqual([]);
  });

  test("a name of which one address is inside is refused whole, and does not tell that address", async () => {
    const { fetchOutside } = guard([], ["8.8.8.8", "10.1.2.3"]);
    const message = await refusal(fetchOutside(`https://${NAME}/`));
    expect(message).toContain(`ANTEROOM_EGRESS_ALLOW=${NAME}:443`);
    expect(message).not.toContain("10.1.2.3");
  });

  test("the loopback name of this machine, by the system's own look-up", async () => {
    const port = await serve((_, response) => void response.end("secret"));
    const fetchOutside = createFetchOutside({ allow: [] });
    expect(await refusal(fetchOutside(`https://localhost:${port}/`))).toContain("inside this network");
  });

  test.each([`http://${NAME}/`, "http://8.8.8.8/"])("%s is not https", async (url) => {
    expect(await refusal(guard([]).fetchOutside(url))).toContain("https only");
  });

  test.each(["ftp://a.test/", "file:///etc/passwd", "data:,x", "nonsense", `https://user:word@${NAME}/`])(
    "%s is no address to fetch",
    async (url) => {
      expect(await refusal(guard([`${NAME}:443`]).fetchOutside(url))).toContain("https address");
    },
  );
});

describe("a place that the operator named", () => {
  test("is asked, once looked up, at the address that was checked, as ourselves and without cookies", async () => {
    const seen: object[] = [];
    const port = await serve((request, response) => {
      seen.push({ ...request.headers, method: request.method, url: request.url });
      response.setHeader("set-cookie", "a=b");
      request.pipe(response);
    });
    const { fetchOutside, asked } = guard([`${NAME}:${port}`]);
    const answer = await fetchOutside(`http://${NAME}:${port}/token?x=1`, {
      method: "POST",
      body: new URLSearchParams({ code: "c" }),
      headers: { authorization: "Basic x", cookie: "a=b" },
    });
    expect([answer.status, await answer.text()]).toEqual([200, "code=c"]);
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(asked).toEqual([NAME]);
    expect(seen).toEqual([
      expect.objectContaining({
        method: "POST",
        url: "/token?x=1",
        host: `${NAME}:${port}`,
        authorization: "Basic x",
        "user-agent": expect.stringMatching(/^anteroom\//u),
        "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
      }),
    ]);
    expect(seen[0]).not.toHaveProperty("cookie");
  });

  test("at another port is not named", async () => {
    const port = await serve((_, response) => void response.end());
    const { fetchOutside } = guard([`${NAME}:${port + 1}`]);
    expect(await refusal(fetchOutside(`https://${NAME}:${port}/`))).toContain("inside this network");
  });

  test.each([301, 302, 303, 307, 308])("that redirects by %i is not followed", async (status) => {
    let calls = 0;
    const port = await serve((_, response) => {
      calls += 1;
      response.writeHead(status, { location: "/elsewhere" }).end();
    });
    expect(await refusal(guard([`${NAME}:${port}`]).fetchOutside(`http://${NAME}:${port}/`))).toContain(
      "redirects",
    );
    expect(calls).toBe(1);
  });

  test("answers that have no body, as to a conditional request", async () => {
    const port = await serve((_, response) => void response.writeHead(304, { etag: '"1"' }).end());
    const answer = await guard([`${NAME}:${port}`]).fetchOutside(`http://${NAME}:${port}/`);
    expect([answer.status, answer.headers.get("etag")]).toEqual([304, '"1"']);
  });

  test("that never stops sending is cut off", async () => {
    const port = await serve((_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
      };
      response.on("drain", more);
      more();
    });
    expect(await refusal(guard([`${NAME}:${port}`]).fetchOutside(`http://${NAME}:${port}/`))).toContain(
      "262144 bytes",
    );
  });

  test("that sends more than it says it does, packed", async () => {
    const port = await serve((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("x".repeat(1_000_000)));
    });
    expect(await refusal(guard([`${NAME}:${port}`]).fetchOutside(`http://${NAME}:${port}/`))).toContain(
      "compressed",
    );
  });

  test.each([
    ["that takes the connection and says nothing", (): void => undefined],
    [
      "that says one byte after the other",
      (response: { write(text: string): boolean; destroyed: boolean }) => {
        const drip = setInterval(() => (response.destroyed ? clearInterval(drip) : response.write("x")), 20);
      },
    ],
  ])("%s is given up", async (_, act) => {
    const port = await serve((_request, response) => act(response));
    const { fetchOutside } = guard([`${NAME}:${port}`], ["127.0.0.1"], 150);
    expect(await refusal(fetchOutside(`http://${NAME}:${port}/`))).toContain("took too long");
  });

  test("where nobody listens", async () => {
    const port = await serve(() => undefined);
    open.splice(0).forEach((server) => void server.close());
    expect(await refusal(guard([`${NAME}:${port}`]).fetchOutside(`http://${NAME}:${port}/`))).toContain(
      "could not be reached",
    );
  });

  test("that answers with another protocol is refused at once, and keeps nobody's turn", async () => {
    const switching = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n";
    const port = await serve(({ socket }) => void socket.write(switching));
    const { fetchOutside } = guard([`${NAME}:${port}`]);
    for (let times = 0; times < 9; times += 1) {
      expect(await refusal(fetchOutside(`http://${NAME}:${port}/`))).toContain("could not be reached");
    }
  });

  test("many at once go few at a time, and none is lost", async () => {
    let [running, most] = [0, 0];
    const port = await serve((_, response) => {
      running += 1;
      most = Math.max(most, running);
      setTimeout(() => {
        running -= 1;
        response.end("x");
      }, 5);
    });
    const { fetchOutside } = guard([`${NAME}:${port}`]);
    const all = await Promise.all(
      Array.from({ length: 60 }, async () => (await fetchOutside(`http://${NAME}:${port}/`)).status),
    );
    expect(all).toEqual(Array.from({ length: 60 }, () => 200));
    expect(most).toBeLessThanOrEqual(8);
  });

  test("too many at once are refused instead of kept", async () => {
    const port = await serve(() => undefined);
    const { fetchOutside } = guard([`${NAME}:${port}`], ["127.0.0.1"], 300);
    const all = await Promise.all(
      Array.from({ length: 200 }, async () => await refusal(fetchOutside(`http://${NAME}:${port}/`))),
    );
    expect(all.filter((message) => message.includes("Too many"))).toHaveLength(200 - 8 - 64);
  });
});

describe("over TLS", () => {
  const right = certificateFor(NAME);
  const other = certificateFor("other.example.test");
  const trusted = getCACertificates("default");
  beforeAll(() => setDefaultCACertificates([...trusted, right.cert, other.cert]));
  afterAll(() => setDefaultCACertificates(trusted));

  test("the name in the address must be in the certificate, wherever the connection goes", async () => {
    const port = await serve((_, response) => void response.end("hello"), right);
    const answer = await guard([`${NAME}:${port}`]).fetchOutside(`https://${NAME}:${port}/`);
    expect(await answer.text()).toBe("hello");
    const impostor = await serve((_, response) => void response.end("hello"), other);
    expect(
      await refusal(guard([`${NAME}:${impostor}`]).fetchOutside(`https://${NAME}:${impostor}/`)),
    ).toContain("could not be reached");
  });

  test("and its issuer must be trusted", async () => {
    const port = await serve((_, response) => void response.end("hello"), certificateFor(NAME));
    expect(await refusal(guard([`${NAME}:${port}`]).fetchOutside(`https://${NAME}:${port}/`))).toContain(
      "could not be reached",
    );
  });
});
