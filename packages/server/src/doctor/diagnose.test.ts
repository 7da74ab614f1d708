import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { readSettings } from "../config.ts";
import { startServer } from "../start.ts";
import { Front, type Meddling, type Passing } from "../testing/front.fixture.ts";
import { diagnose } from "./diagnose.ts";
import type { Check } from "./finding.ts";

// A real server, and in front of it a proxy that does what proxies do.

const parts = new AsyncDisposableStack();
let front: Front;
let environment: Record<string, string>;

beforeAll(async () => {
  const data = await mkdtemp(join(tmpdir(), "anteroom-doctor-"));
  parts.defer(() => rm(data, { recursive: true, force: true }));
  front = parts.use(await Front.open());
  environment = {
    ANTEROOM_PORT: "0",
    ANTEROOM_HOST: "127.0.0.1",
    ANTEROOM_DATA: data,
    ANTEROOM_LOG: "silent",
    ANTEROOM_PUBLIC_URL: `http://localhost:${front.port}`,
  };
  const running = await startServer(readSettings(environment));
  parts.defer(() => running.close());
  front.target = running.port;
  environment["ANTEROOM_PORT"] = String(running.port);
});
afterEach(() => void (front.meddling = {}));
afterAll(async () => await parts.disposeAsync());

async function examine(change: Record<string, string> = {}) {
  const diagnosis = await diagnose(() => readSettings({ ...environment, ...change }));
  const of = (outcome: string) => diagnosis.checks.filter((one) => one.outcome === outcome);
  return { ...diagnosis, problems: of("problem"), warnings: of("warning") };
}

const ofApp = (asked: { headers: { host?: string | undefined } }) =>
  asked.headers.host?.startsWith("a") ?? false;
const isFrame = (asked: { url?: string | undefined }) => asked.url?.endsWith("/frame.html") ?? false;

/** Puts one more header on whatever passes, or takes one away. */
const header = (name: string, value?: string) => (answer: Passing) => ({
  ...answer,
  headers: { ...answer.headers, [name]: value },
});

test("where all is well each check says so, and nothing needs doing", async () => {
  const { checks, problems, warnings, hosting, apps, origin } = await examine();
  expect([problems, warnings]).toEqual([[], []]);
  expect({ hosting, apps, origin }).toEqual({
    hosting: "own-hosts",
    apps: `http://*.localhost:${front.port}`,
    origin: `http://localhost:${front.port}`,
  });
  const looked = [
    "settings",
    "data folder",
    "address",
    "page",
    "frame",
    "app host",
    "app host closed",
    "hosting",
  ];
  expect(checks.map(({ check }) => check)).toEqual(looked);
});

const cases: [string, Meddling, Check[], string][] = [
  [
    "leaves the isolation out",
    { answers: (answer) => without(answer, "document-isolation-policy") },
    ["frame", "app host"],
    "shared",
  ],
  [
    "changes a policy on the way",
    {
      answers: (answer, asked) =>
        isFrame(asked) ? header("content-security-policy", "default-src *")(answer) : answer,
    },
    ["frame", "app host"],
    "one-host",
  ],
  [
    "sets a cookie",
    { answers: header("set-cookie", "balance=1; Path=/") },
    ["frame", "app host"],
    "one-host",
  ],
  [
    "lets any page read",
    {
      answers: (answer, asked) =>
        ofApp(asked) ? header("access-control-allow-origin", "*")(answer) : answer,
    },
    ["app host"],
    "one-host",
  ],
  [
    "puts a script into documents",
    { answers: (answer, asked) => (isFrame(asked) ? { ...answer, ...longer(answer) } : answer) },
    ["frame", "app host"],
    "one-host",
  ],
  [
    "has a policy of its own for pages",
    {
      answers: (answer, asked) =>
        isFrame(asked) ? answer : header("content-security-policy", "frame-src 'none'")(answer),
    },
    ["page"],
    "one-host",
  ],
  [
    "calls the server by its own name for each",
    { asks: (headers) => ({ ...headers, host: `localhost:${front.port}` }) },
    ["app host closed"],
    "own-hosts",
  ],
  [
    "calls the server by the name of where it runs",
    { asks: (headers) => ({ ...headers, host: "10.0.0.7:4747" }) },
    ["page", "frame", "app host"],
    "shared",
  ],
  [
    "leads hosts for apps elsewhere",
    {
      answers: (answer, asked) =>
        ofApp(asked)
          ? { status: 301, headers: { location: "https://elsewhere.example.test/" }, body: Buffer.of() }
          : answer,
    },
    ["app host"],
    "one-host",
  ],
];

function without(answer: Passing, name: string): Passing {
  const { [name]: _, ...headers } = answer.headers;
  return { ...answer, headers };
}

function longer({ body, headers }: Passing): Pick<Passing, "body" | "headers"> {
  const more = Buffer.concat([body, Buffer.from("<script>track()</script>")]);
  return { body: more, headers: { ...headers, "content-length": String(more.length) } };
}

describe("a proxy that", () => {
  test.each(cases)("%s is found", async (_, meddling, checks, hosting) => {
    front.meddling = meddling;
    const found = await examine();
    expect(found.problems.map(({ check }) => check)).toEqual(checks);
    expect(found.hosting).toBe(hosting);
    for (const { what, todo } of found.problems)
      expect([what, todo]).toEqual([expect.any(String), expect.any(String)]);
  });

  test("says where it leads instead", async () => {
    front.meddling = {
      answers: () => ({
        status: 301,
        headers: { location: "https://new.example.test/" },
        body: Buffer.of(),
      }),
    };
    const { problems, hosting } = await examine();
    expect(problems).toMatchObject([
      { check: "address", what: expect.stringContaining("redirects (301) to https://new") },
    ]);
    expect(hosting).toBeUndefined();
  });

  test("leads nowhere is told from a server that does not run", async () => {
    front.meddling = { answers: () => ({ status: 502, headers: {}, body: Buffer.of() }) };
    expect((await examine()).problems[0]?.what).toContain("The server runs here, but");
    const gone = await examine({ ANTEROOM_PORT: String(front.port) });
    expect(gone.problems[0]?.what).toContain("The server does not run");
  });
});

describe("what the settings say", () => {
  test("none for apps: one host, which is worth knowing and no problem", async () => {
    front.meddling = {
      answers: (answer, asked) => (asked.url === "/sign-in" ? asWithout(answer) : answer),
    };
    const { problems, warnings, hosting, gives } = await examine({ ANTEROOM_APPS_ORIGIN: "off" });
    expect([problems, hosting]).toEqual([[], "one-host"]);
    expect(warnings).toMatchObject([
      { check: "hosting", todo: expect.stringContaining("ANTEROOM_APPS_ORIGIN") },
    ]);
    expect(gives.find((line) => line.startsWith("Firefox"))).toContain("share the process of their page");
  });

  test("others than the server runs by", async () => {
    const { problems } = await examine({ ANTEROOM_APPS_ORIGIN: "off" });
    expect(problems).toMatchObject([
      { check: "page", todo: expect.stringContaining("Start the server again") },
    ]);
  });

  test("a name that nobody knows, no address, a folder of nobody's, none that can be used", async () => {
    const { warnings } = await examine({ ANTEROOM_PROT: "1" });
    expect(warnings).toMatchObject([{ check: "settings", what: expect.stringContaining("ANTEROOM_PROT") }]);
    const nowhere = await examine({ ANTEROOM_DATA: join(environment["ANTEROOM_DATA"]!, "nowhere") });
    expect(nowhere.problems.map(({ check }) => check)).toEqual(["data folder"]);
    const unknown = await examine({ ANTEROOM_PUBLIC_URL: "", ANTEROOM_PORT: "0" });
    expect(unknown.problems).toMatchObject([
      { check: "address", what: expect.stringContaining("ANTEROOM_PORT is 0") },
    ]);
    const unusable = await examine({ ANTEROOM_LOG: "loud", ANTEROOM_APPS_ORIGIN: "x" });
    expect(unusable.problems.map(({ check }) => check)).toEqual(["settings", "settings"]);
  });
});

/** The page as it is of a server without hosts for apps. */
function asWithout(answer: Passing): Passing {
  const pattern = `http://*.localhost:${front.port}`;
  const body = Buffer.from(answer.body.toString().replace(pattern, ""));
  const policy = String(answer.headers["content-security-policy"]).replace(` ${pattern}/rt/`, "");
  const headers = {
    ...answer.headers,
    "content-security-policy": policy,
    "content-length": String(body.length),
  };
  return { ...answer, headers, body };
}
