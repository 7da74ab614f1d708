import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { launchBrowser } from "../testkit/browser.ts";
import { faultsOf } from "../testkit/looks.ts";
import { signInOn } from "../testkit/pages.ts";
import { approvalOf, type Card, Person } from "../testkit/person.ts";
import { adminToken, anteroom, TestServer } from "../testkit/server.ts";
import { joinTeam, placeOf } from "../testkit/team.ts";

// A newcomer lives the review loop with the sample agent of a demo, through a restart of the server.

let server: TestServer;
let owner: Person;
let room_id: string;

beforeAll(async () => {
  server = await TestServer.launch({ args: ["--demo"] });
  owner = await Person.signIn(server.origin);
  room_id = (await rooms())[0]?.room_id ?? "";
});
afterAll(async () => await server?.[Symbol.asyncDispose]());

interface Thread {
  comment_id: string;
  replies: { by: { kind: string; name: string }; body: string }[];
}
type SampleCard = Card & {
  line_id: string;
  client_name: string;
  superseded_by?: string;
  updates?: { instance_id: string; digest: string };
  comments: Thread[];
  scan?: { findings: unknown[] };
};

async function rooms(person = owner) {
  const { workspaces } = await person.do<{
    workspaces: { projects: { rooms: { room_id: string; name: string }[] }[] }[];
  }>("open_home");
  return workspaces.flatMap(({ projects }) => projects.flatMap((project) => project.rooms));
}

const press = async () =>
  (await owner.do<{ proposal_id: string }>("play_sample_agent", { room_id })).proposal_id;
const cardOf = async (proposal_id: string) => (await owner.card(proposal_id)) as SampleCard;

async function ask(card: SampleCard, ...comments: object[]): Promise<void> {
  await owner.do("request_changes", { ...approvalOf(card), comments });
}

/** The revision that comes in answer. */
async function answerTo({ proposal_id }: SampleCard): Promise<SampleCard> {
  const next = await expect
    .poll(async () => (await cardOf(proposal_id)).superseded_by, { timeout: 20_000 })
    .toBeDefined()
    .then(async () => (await cardOf(proposal_id)).superseded_by ?? "");
  return await cardOf(next);
}

const textOf = (card: SampleCard, path: string) => card.files.find((file) => file.path === path)?.text ?? "";

describe("the loop", () => {
  let card: SampleCard;

  test("a press makes one card, and another press leads to the same", async () => {
    const [first, second] = await Promise.all([press(), press()]);
    expect(second).toBe(first);
    expect(await press()).toBe(first);
    card = await cardOf(first);
    expect(card).toMatchObject({ state: "pending", client_name: "Sample agent", revision: 1 });
    expect(card.scan?.findings).toEqual([]);
  });

  test("what is asked for is answered with a reply to each comment, and a revision", async () => {
    const line = textOf(card, "src/App.tsx").split("\n").indexOf("const SPEAKERS = 4;") + 1;
    await ask(
      card,
      { body: "We are seven.", file: "src/App.tsx", line, suggestion: "const SPEAKERS = 7;" },
      { body: "Could it be nicer?" },
    );
    const next = await answerTo(card);
    expect(textOf(next, "src/App.tsx")).toContain("SPEAKERS = 7");
    expect(textOf(next, "src/App.tsx")).toContain("Restart");
    const replies = next.comments.flatMap((comment) => comment.replies);
    expect(replies.map(({ by, body }) => [by.name, body.split(".")[0]])).toEqual([
      ["Sample agent", "Done as you suggest"],
      ["Sample agent", "I am only a sample and cannot read"],
    ]);
    expect(next).toMatchObject({ revision: 2, line_id: card.line_id, state: "pending" });
    card = next;
  });

  test("a question that came just before the server stopped is answered after it started again", async () => {
    await ask(card, { body: "Bigger, please." });
    server = await server.restart();
    owner = await Person.signIn(server.origin);
    const next = await answerTo(card);
    expect(textOf(next, "src/styles.css")).toContain("clamp(");
    expect(next.comments.at(-1)?.replies).toHaveLength(1);
    card = next;
  });

  test("an approved one is left alone, and the next press proposes an update of it", async () => {
    const { instance_id } = await owner.approve(card.proposal_id);
    const update = await cardOf(await press());
    expect(update.updates).toMatchObject({ instance_id, digest: card.digest });
    const way = { as: "update", updates: { instance_id, digest: card.digest } };
    expect(await owner.do("approve_proposal", { ...approvalOf(update), ...way })).toMatchObject({
      instance_id,
    });
    expect(await anteroom(["verify"], { ANTEROOM_DATA: server.data })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Stand-up timer (sample) — revision 4"),
    });
  });

  test("when it has nothing more it says so, and proposes nothing", async () => {
    card = await cardOf(await press());
    await ask(card, { body: "And now?" });
    await expect
      .poll(async () => (await cardOf(card.proposal_id)).comments.at(-1)?.replies.at(-1)?.body)
      .toBe("I am only a sample and have no more changes.");
    expect(await cardOf(card.proposal_id)).toMatchObject({ state: "changes_requested" });
  });
});

describe("its connection", () => {
  interface Listed {
    connections: { connection_id: string; client_name: string; login: string; presence: string }[];
  }
  const listed = async () =>
    (await owner.do<Listed>("list_connections")).connections.filter(
      ({ client_name }) => client_name === "Sample agent",
    );

  test("stands under Connected like any other, once, and has nothing that would open the server", async () => {
    const connections = await listed();
    expect(connections).toHaveLength(1);
    expect(connections[0]).toMatchObject({ login: "working", presence: "online" });
  });

  test("can be revoked: what was asked is answered no more, and the next press makes a new one", async () => {
    const [before] = await listed();
    const connection_id = before?.connection_id;
    await owner.do("revoke_connection", { connection_id });
    expect(await listed()).toEqual([]);
    const proposal_id = await press();
    const after = await listed();
    expect(after).toHaveLength(1);
    expect(after[0]?.connection_id).not.toBe(connection_id);
    expect(await cardOf(proposal_id)).toMatchObject({ state: "pending" });
  });
});

test("nobody but the Room's owner makes it play, and nobody where there is no demo", async () => {
  const { link } = await owner.do<{ link: string }>("invite_to_room", { room_id });
  const who = { name: "Guest", email: "guest@example.test", password: "correct horse battery" };
  const guest = await Person.join(link, who);
  expect((await guest.post("play_sample_agent", { room_id })).status).toBe(403);
  expect((await owner.post("play_sample_agent", { room_id: "room_x" })).status).toBe(404);
  await using plain = await TestServer.launch();
  const other = await Person.signIn(plain.origin);
  const [room] = await rooms(other);
  expect((await other.post("play_sample_agent", { room_id: room?.room_id })).status).toBe(403);
});

describe("a press always leads to a card", () => {
  let fresh: TestServer;
  let person: Person;
  let room: { room_id: string };
  beforeEach(async () => {
    fresh = await TestServer.launch({ args: ["--demo"] });
    person = await Person.signIn(fresh.origin);
    room = { room_id: (await rooms(person))[0]?.room_id ?? "" };
  });
  afterEach(async () => await fresh[Symbol.asyncDispose]());

  const play = async () => {
    const { proposal_id } = await person.do<{ proposal_id: string }>("play_sample_agent", room);
    return await cardAt(proposal_id);
  };
  const cardAt = async (proposal_id: string) => (await person.card(proposal_id)) as SampleCard;

  test("after its comments were resolved before it answered them, on top of the first version too", async () => {
    const settle = async ({ proposal_id }: SampleCard) => {
      const [comment_id] = await person.requestChanges(proposal_id, [{ body: "Never mind." }]);
      await person.do("resolve_comment", { proposal_id, comment_id, resolved: true });
    };
    await settle(await play());
    const second = await play();
    expect(second).toMatchObject({ state: "pending", revision: 2 });
    await person.approve(second.proposal_id);
    await settle(await play());
    expect(await play()).toMatchObject({ state: "pending", revision: 4, client_name: "Sample agent" });
  });

  test("after one of two suggestions that did not fit together was resolved", async () => {
    // Until it has no prepared change left.
    let card = await play();
    for (let round = 0; round < 4; round += 1) {
      if (card.updates) await person.update(card.proposal_id);
      else await person.approve(card.proposal_id);
      card = await play();
    }
    const { proposal_id } = card;
    const at = textOf(card, "src/App.tsx").split("\n").indexOf("const SPEAKERS = 4;") + 1;
    const [, broken] = await person.requestChanges(proposal_id, [
      { body: "Seven.", file: "src/App.tsx", line: at, suggestion: "const SPEAKERS = 7;" },
      { body: "Shorter.", file: "src/App.tsx", line: at + 2, suggestion: "export default (" },
    ]);
    const replies = async () => (await cardAt(proposal_id)).comments.flatMap((comment) => comment.replies);
    await expect.poll(async () => (await replies()).length, { timeout: 20_000 }).toBe(2);
    await person.do("resolve_comment", { proposal_id, comment_id: broken, resolved: true });
    expect(textOf(await play(), "src/App.tsx")).toContain("SPEAKERS = 7");
    expect((await replies()).map(({ body }) => body)).toContain("Done as you suggest.");
  });

  test("and what another agent put under its name does not come back as its own", async () => {
    const first = await play();
    const files = Object.fromEntries(first.files.map(({ path, text }) => [path, text]));
    const other = new Agent(fresh.origin, await adminToken(fresh));
    const propose = async (text: string) =>
      await other.ask<Proposed>("propose_room_snippet_app", {
        ...room,
        name: first.name,
        files: { ...files, "src/other.ts": text },
        idempotency_key: `other-${text}`,
      });
    const paths = ({ files: shown }: SampleCard) => shown.map(({ path }) => path);
    const waiting = await propose("export {};");
    expect(paths(await play())).toEqual(paths(first));
    expect((await person.card(waiting.proposal_id)).state).toBe("superseded");
    const { proposal_id } = await propose("export const asked = 1;");
    await person.requestChanges(proposal_id, [{ body: "Why?" }]);
    expect(paths(await play())).toEqual(paths(first));
    await person.approve((await propose("export const runs = 1;")).proposal_id);
    const last = await play();
    expect(paths(last)).toEqual(paths(first));
    expect(last.client_name).toBe("Sample agent");
  });
});

test("is answered for who owns the Room now, though its former owner's question cannot be", async () => {
  await using demo = await TestServer.launch({ args: ["--demo"] });
  const former = await Person.signIn(demo.origin);
  const place = await placeOf(former);
  const room = { room_id: place.room_id };
  const { person: next, person_id } = await joinTeam(former, place, { name: "Next", role: "member" });
  const requested = async (person: Person) => {
    const { proposal_id } = await person.do<{ proposal_id: string }>("play_sample_agent", room);
    await person.requestChanges(proposal_id, [{ body: "Nicer, please." }]);
    return proposal_id;
  };
  await requested(former);
  await former.do("transfer_room", { ...room, person_id });
  await former.do("leave_room", room);
  const asked = await requested(next);
  await expect.poll(async () => (await next.card(asked)).state, { timeout: 20_000 }).toBe("superseded");
});

test("an installation that is there becomes a demo without a second Room", async () => {
  await using plain = await TestServer.launch();
  await plain.stop();
  await using demo = await TestServer.launch({ args: ["--demo"], data: plain.data });
  const person = await Person.signIn(demo.origin);
  const found = await rooms(person);
  expect(found.map(({ name }) => name)).toEqual(["Team room"]);
  const room = { room_id: found[0]?.room_id };
  expect((await person.post("play_sample_agent", room)).status).toBe(200);
});

describe("the app that it proposes", () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => await browser?.close());

  test.each(["light", "dark"] as const)(
    "works in its frame, in %s, and is well made",
    async (colorScheme) => {
      page = await browser.newPage({ colorScheme, reducedMotion: "reduce" });
      await signInOn(page, server.origin);
      await page.goto(`${server.origin}/rooms/${room_id}`);
      const app = page.frameLocator("iframe");
      await app.getByText("Speaker 1 of 7").waitFor();
      const time = await app.getByRole("timer").innerText();
      await app.getByRole("button", { name: "Start", exact: true }).click();
      await expect.poll(async () => await app.getByRole("timer").innerText()).not.toBe(time);
      await app.getByRole("button", { name: "Next speaker" }).click();
      await app.getByText("Speaker 2 of 7").waitFor();
      await app.getByRole("button", { name: "Pause" }).click();
      await app.getByRole("button", { name: "Restart" }).click();
      expect(await app.getByRole("timer").innerText()).toBe(time);
      const frame = page.frames().find((one) => one.url().includes("/rt/"));
      expect(frame && (await faultsOf(frame))).toEqual([]);
      await page.close();
    },
  );

  test("is one press away on Home, in the empty Room and in its menu, and each leads to the card", async () => {
    await using demo = await TestServer.launch({ args: ["--demo"] });
    page = await browser.newPage();
    await signInOn(page, demo.origin);
    const button = page.getByRole("button", { name: "Play the sample agent" });
    const card = page.getByRole("heading", { level: 1, name: /Stand-up timer/ });
    await button.click();
    await card.waitFor();
    await page.getByRole("link", { name: "Team room" }).first().click();
    await button.click();
    await card.waitFor();
    await page.getByRole("link", { name: "Team room" }).first().click();
    await page.getByRole("button", { name: "Menu of Team room" }).click();
    await page.getByRole("menuitem", { name: "Play the sample agent…" }).click();
    await page.getByRole("dialog").getByText("You read it, and ask for a change on a line.").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Play the sample agent" }).click();
    await card.waitFor();
    await page.close();
  });
});
