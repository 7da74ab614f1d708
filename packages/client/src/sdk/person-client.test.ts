import { describe, expect, test } from "vitest";
import { OfflineError, RefusalError } from "./errors.ts";
import { createPersonClient, type PersonClientOptions } from "./person-client.ts";

interface Seen {
  readonly path: string;
  readonly proof: string | null;
  readonly body: unknown;
}

const ORIGIN = "http://anteroom.example.test";

/** A client whose calls are answered by `answer`, and what it sent. */
function serve(answer: (seen: Seen) => Response, options: Partial<PersonClientOptions> = {}) {
  const seen: Seen[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const call = {
      path: pathname,
      proof: request.headers.get("anteroom-proof"),
      body: (await request.json()) as unknown,
    };
    request.signal.throwIfAborted();
    seen.push(call);
    return answer(call);
  };
  return { seen, client: createPersonClient({ origin: ORIGIN, fetch, ...options }) };
}

function json(value: unknown, status = 200): Response {
  return Response.json(value, { status });
}

const PERSON = { person_id: "pers_1", name: "Owner", email: "owner@example.test" };

describe("the proof", () => {
  test("is absent until a sign-in gives one, and is then carried by every call", async () => {
    const { client, seen } = serve(({ path }) =>
      json(path.endsWith("sign_in") ? { person: PERSON, proof: "new" } : { connections: [], total: 0 }),
    );
    expect(client.signedIn).toBe(false);
    await client.call("sign_in", { email: PERSON.email, password: "a sentence is good" });
    expect(client.signedIn).toBe(true);
    await client.call("list_connections", {});
    expect(seen.map((call) => call.proof)).toEqual([null, "new"]);
  });

  test("of the page is used until another one is given, and dropped by signing out", async () => {
    const { client, seen } = serve(() => json({}), { proof: "served" });
    await client.call("sign_out", {});
    expect(client.signedIn).toBe(false);
    await client.readConsent("abc");
    expect(seen.map((call) => call.proof)).toEqual(["served", null]);
  });
});

test("calls an operation at its own path with its input", async () => {
  const { client, seen } = serve(() => json({ room_id: "room_9" }));
  const answer = await client.call("create_room", { project_id: "proj_1", name: "Team room" });
  expect(answer.room_id).toBe("room_9");
  expect(seen[0]).toMatchObject({
    path: "/api/v1/create_room",
    body: { project_id: "proj_1", name: "Team room" },
  });
});

test("reads and answers a consent request, whatever stands in its id", async () => {
  const { client, seen } = serve(() => json({ redirect_to: "http://client.example.test/" }));
  await client.decideConsent("a/../b", { allow: false });
  expect(seen[0]).toMatchObject({ path: "/consent/a%2F..%2Fb/decide", body: { allow: false } });
});

describe("what goes wrong", () => {
  test("a refusal keeps the server's body and status", async () => {
    const error = { code: "conflict_state", message: "Decided already.", hint: "Look at it again." };
    const { client } = serve(() => json({ error }, 409));
    const refusal = await client.call("open_home", {}).catch((thrown: unknown) => thrown);
    expect(refusal).toBeInstanceOf(RefusalError);
    expect(refusal).toMatchObject({ body: error, status: 409 });
  });

  test.each([
    [502, "unavailable"],
    [413, "too_large"],
    [429, "rate_limited"],
    [401, "sign_in_required"],
  ])("a page of somebody else's with %i becomes the refusal %s", async (status, code) => {
    const { client } = serve(() => new Response("<html>proxy</html>", { status }));
    await expect(client.call("open_home", {})).rejects.toMatchObject({ body: { code }, status });
  });

  test("a good status with a body that is no JSON is not taken for an answer", async () => {
    const { client } = serve(() => new Response("<html>"));
    await expect(client.call("open_home", {})).rejects.toBeInstanceOf(RefusalError);
  });

  test("no answer is told apart from a refusal", async () => {
    const { client } = serve(() => {
      throw new TypeError("fetch failed");
    });
    await expect(client.call("open_home", {})).rejects.toBeInstanceOf(OfflineError);
  });

  test("an answer that breaks off is no answer", async () => {
    const cut = new ReadableStream({
      pull: (controller) => controller.error(new TypeError("terminated")),
    });
    const { client } = serve(() => new Response(cut));
    await expect(client.call("open_home", {})).rejects.toBeInstanceOf(OfflineError);
  });

  test("a call that was called off is neither", async () => {
    const { client } = serve(() => json({}));
    const controller = new AbortController();
    const call = client.call("open_home", {}, { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toMatchObject({ name: "AbortError" });
  });
});

test("tells the server's clock from every answer, refusals too", async () => {
  const times: number[] = [];
  const headers = { date: "Mon, 30 Nov 2026 12:00:00 GMT" };
  const refused = () =>
    Response.json({ error: { code: "forbidden", message: "No." } }, { status: 403, headers });
  const { client } = serve(refused, { onServerTime: (at) => times.push(at) });
  await client.call("open_home", {}).catch(() => undefined);
  expect(times).toEqual([Date.UTC(2026, 10, 30, 12)]);
});
