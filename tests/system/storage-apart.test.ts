import type { BrowserContext, Frame, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { AppRoom } from "../testkit/app-room.ts";
import { signOut } from "../testkit/doors.ts";
import { makeElsewhere } from "../testkit/elsewhere.ts";
import { signInOn } from "../testkit/pages.ts";
import { frameOf, PUPPET_APP } from "../testkit/puppet-app.ts";
import { anteroom, OWNER } from "../testkit/server.ts";

// What an app keeps is of one app, in one Room, and, on a device, of one person: whoever asks, from wherever, by
// whatever key. The apps are puppets of the test, and all of the same code.

interface Place {
  readonly room_id: string;
  readonly instance_id: string;
  readonly name: string;
}

let room: AppRoom;
let page: Page;
/** The same app copied to another Room of the workspace, and one in a Room of another workspace of the owner's. */
let copied: Place;
let far: Place;

const placeOf = (name: string): Place => ({ ...room.app(name), name });
const idsOf = ({ room_id, instance_id }: Place) => ({ room_id, instance_id });

beforeAll(async () => {
  room = await AppRoom.open({ Puppet: PUPPET_APP, Beside: PUPPET_APP });
  const { owner, place, server } = room;
  const { room_id } = await owner.do<{ room_id: string }>("create_room", {
    project_id: place.project_id,
    name: "Second",
  });
  const copy = await owner.do<Proposed>("copy_app", { ...room.app("Puppet"), to_room_id: room_id });
  copied = { ...(await owner.approve(copy.proposal_id)), name: "Puppet" };
  const { project_id } = makeElsewhere(server.data, place.owner.person_id);
  const away = await owner.do<{ room_id: string }>("create_room", { project_id, name: "Far" });
  const args = ["admin", "token", "--for", OWNER.email, "--scope", "osfoundry:read,osfoundry:write"];
  const made = await anteroom([...args, "--workspace", "Elsewhere", "--json"], {
    ANTEROOM_DATA: server.data,
  });
  const agent = new Agent(server.origin, (JSON.parse(made.stdout) as { token: string }).token);
  const call = { ...away, name: "Puppet", files: PUPPET_APP, idempotency_key: "an app that is far" };
  const { proposal_id } = await agent.ask<Proposed>("propose_room_snippet_app", call);
  far = { ...(await owner.approve(proposal_id)), name: "Puppet" };
});
afterAll(async () => await room?.[Symbol.asyncDispose]());
beforeEach(async () => {
  page = await room.browserFor();
  return async () => await room.closeBrowsers();
});

/** The realm of an app, opened in a page. */
async function realmOf({ room_id, instance_id, name }: Place, on = page): Promise<Frame> {
  await on.goto(`${room.server.origin}/rooms/${room_id}?app=${instance_id}`);
  await on.frameLocator(`iframe[title="${name}"]`).getByText("open", { exact: true }).waitFor();
  return await frameOf(on, name);
}

/** Keeps a value under a key by every way that an app has. */
async function keep(frame: Frame, key: string, value: string): Promise<void> {
  await frame.evaluate(`(async ([key, value]) => {
    await app.storage.set(key, value);
    await app.shared.set(key, value);
    localStorage.setItem(key, value);
    sessionStorage.setItem(key, value);
    document.cookie = "kept=" + encodeURIComponent(value);
    name = value;
    history.replaceState(value, "");
  })(${JSON.stringify([key, value])})`);
}

interface Kept {
  readonly own: Readonly<Record<string, unknown>>;
  readonly shared: Readonly<Record<string, unknown>>;
  /** Of what lasts as long as the frame. */
  readonly fleeting: readonly unknown[];
}

/** All that an app finds of what was kept. */
async function keptIn(frame: Frame): Promise<Kept> {
  // As a text, since a key like __proto__ would not come through otherwise.
  const found = await frame.evaluate<string>(`(async () => {
    const all = async (area) => Object.fromEntries(await Promise.all((await area.list()).map(async (key) => [key, await area.get(key)])));
    return JSON.stringify({
      own: await all(app.storage),
      shared: await all(app.shared),
      fleeting: [localStorage.length, sessionStorage.length, document.cookie, name, history.state],
    });
  })()`);
  return JSON.parse(found) as Kept;
}

const NOTHING: Kept = { own: {}, shared: {}, fleeting: [0, 0, "", "", null] };

describe("what an app keeps", () => {
  test("no other app finds, in the Room, in another or in another workspace, also not the same code (app-9)", async () => {
    await keep(await realmOf(placeOf("Puppet")), "secret", "of Puppet");
    for (const other of [placeOf("Beside"), copied, far]) {
      const frame = await realmOf(other);
      expect(await keptIn(frame), other.instance_id).toEqual(NOTHING);
      const { room_id, instance_id } = room.app("Puppet");
      const { person_id } = room.place.owner;
      const keys = [
        `${room_id}/${instance_id}/${person_id}`,
        `../${instance_id}/${person_id}`,
        `../../${room_id}/${instance_id}/${person_id}/secret`,
        `${instance_id}/secret`,
        "secret",
        "__proto__",
      ];
      for (const key of keys) {
        const read = `Promise.all([app.storage, app.shared].map((area) => area.get(${JSON.stringify(key)})))`;
        expect(await frame.evaluate(read), key).toEqual([undefined, undefined]);
        const list = `Promise.all([app.storage, app.shared].map((area) => area.list(${JSON.stringify(key)})))`;
        expect(await frame.evaluate(list), key).toEqual([[], []]);
      }
      await keep(frame, "secret", "of another");
    }
    expect(await keptIn(await realmOf(placeOf("Puppet")))).toEqual({
      ...NOTHING,
      own: { secret: "of Puppet" },
      shared: { secret: "of Puppet" },
    });
  });

  test("on a device the next person at the same browser does not find, nor the one before it (app-9)", async () => {
    await keep(await realmOf(placeOf("Puppet")), "mine", "the owner's");
    const window = await page.context().newPage();
    const left = await realmOf(placeOf("Puppet"), window);
    await signOut(page, "Owner");
    // A window that was left open has nothing of the person either.
    await expect.poll(() => window.locator("iframe").count()).toBe(0);
    expect(left.isDetached()).toBe(true);

    await signInOn(page, room.server.origin, room.member);
    const members = await realmOf(placeOf("Puppet"));
    const found = await keptIn(members);
    expect([found.own, found.fleeting]).toEqual([{}, NOTHING.fleeting]);
    // What is the Room's is the member's as well.
    expect(found.shared).toMatchObject({ mine: "the owner's" });
    await members.evaluate(`app.storage.set("mine", "the member's")`);
    await signOut(page, "Member");

    await signInOn(page, room.server.origin);
    expect((await keptIn(await realmOf(placeOf("Puppet")))).own).toMatchObject({ mine: "the owner's" });
  });

  test("is told in another window to the same app alone, and for the same person (app-9)", async () => {
    const [writer, same, other] = await inWindows(page.context(), [
      placeOf("Puppet"),
      placeOf("Puppet"),
      placeOf("Beside"),
    ]);
    const persons = await realmOf(placeOf("Puppet"), await room.browserFor(room.member));
    for (const frame of [same, other, persons]) {
      await frame?.evaluate(
        `void (globalThis.told = [], app.storage.subscribe(({ value }) => told.push(value)))`,
      );
    }
    await expect
      .poll(async () => {
        await writer?.evaluate(`app.storage.set("told", Math.random())`);
        return await same?.evaluate<number>("told.length");
      })
      .toBeGreaterThan(0);
    expect(await other?.evaluate("told")).toEqual([]);
    expect(await persons.evaluate("told")).toEqual([]);
  });

  test("under odd keys comes back as it was, and is in no other's way (app-9)", async () => {
    const keys = [
      "__proto__",
      "constructor",
      "toString",
      "../x",
      "a/b",
      "a\\b",
      ".",
      " ",
      "\u202e",
      "💥",
      "x".repeat(256),
    ];
    const frame = await realmOf(placeOf("Beside"));
    const before = await keptIn(frame);
    for (const key of keys) await keep(frame, key, `under ${key}`);
    const after = await keptIn(await realmOf(placeOf("Beside")));
    const expected = new Map(keys.map((key) => [key, `under ${key}`]));
    for (const [of, known] of [
      ["own", before.own],
      ["shared", before.shared],
    ] as const) {
      const all = new Map([...Object.entries(known), ...expected]);
      expect(new Map(Object.entries(after[of])), of).toEqual(all);
    }
    const { entries } = await room.owner.do<{ entries: Record<string, string> }>(
      "export_shared_data",
      room.app("Beside"),
    );
    for (const [key, value] of expected) {
      expect(Object.getOwnPropertyDescriptor(entries, key)?.value, key).toBe(JSON.stringify(value));
    }
    expect(await page.evaluate("[Object.keys(Object.prototype).length, typeof ({}).toString]")).toEqual([
      0,
      "function",
    ]);
    for (const bad of ["", "\0", "\ud800", "x".repeat(257)]) {
      const told = await frame
        .evaluate(`app.storage.set(${JSON.stringify(bad)}, 1).catch((error) => error.code)`)
        .catch(() => "gone");
      expect(["invalid", "gone"]).toContain(told);
    }
    expect((await keptIn(await realmOf(copied))).own).not.toHaveProperty("constructor");
  });
});

describe("what a removed app kept", () => {
  let heir: Place;
  let proposals = 0;

  /** Proposes an app under the name, of code that is new each time. */
  async function propose(): Promise<string> {
    const files = { "src/App.tsx": `${PUPPET_APP["src/App.tsx"]}// ${(proposals += 1)}\n` };
    const call = {
      room_id: room.place.room_id,
      name: "Heir",
      files,
      idempotency_key: `an heir, ${proposals}`,
    };
    return (await room.agent.ask<Proposed>("propose_room_snippet_app", call)).proposal_id;
  }

  test("the next app of that name does not find; the app itself does, when it is put back (app-9)", async () => {
    const first = await propose();
    heir = { ...(await room.owner.approve(first)), name: "Heir" };
    await keep(await realmOf(heir), "inherited", "by nobody");
    const { digest } = await room.owner.card(first);
    await room.owner.do(
      "remove_app",
      heir.instance_id ? { room_id: heir.room_id, instance_id: heir.instance_id } : {},
    );
    const next = { ...(await room.owner.approve(await propose())), name: "Heir" };
    expect(next.instance_id).not.toBe(heir.instance_id);
    expect(await keptIn(await realmOf(next))).toEqual(NOTHING);
    for (const [operation, input] of Object.entries({
      read_shared_data: { after: 0 },
      set_shared_value: { key: "inherited", value: "1" },
    })) {
      expect((await room.owner.post(operation, { ...idsOf(heir), ...input })).status, operation).toBe(404);
    }
    await room.owner.do("remove_app", idsOf(next));
    await room.owner.do("revert_app", { ...idsOf(heir), proposal_id: first, digest });
    const inherited = { inherited: "by nobody" };
    expect(await keptIn(await realmOf(heir))).toMatchObject({ own: inherited, shared: inherited });
  });

  test("its next version has, and not before it was approved: a trial of it finds nothing (app-9)", async () => {
    await keep(await realmOf(heir), "handed on", "to the next");
    const proposal_id = await propose();
    await page.goto(`${room.server.origin}/connected/proposals/${proposal_id}`);
    await page.getByRole("button", { name: "Preview", exact: true }).waitFor();
    const marks = page.getByRole("button", { name: /^Mark as read/ });
    for (let left = await marks.count(); left > 0; left = await marks.count()) await marks.first().click();
    await page.getByRole("button", { name: "Preview", exact: true }).press("Enter");
    await page.frameLocator(`iframe[title="Heir"]`).getByText("open", { exact: true }).waitFor();
    const trial = await frameOf(page, "Heir");
    expect(await keptIn(trial)).toEqual(NOTHING);
    await keep(trial, "tried", "on trial");
    await room.owner.update(proposal_id);
    const found = await keptIn(await realmOf(heir));
    expect(found.shared).toMatchObject({ "handed on": "to the next" });
    expect(found.own).toMatchObject({ "handed on": "to the next" });
    expect(Object.keys({ ...found.own, ...found.shared })).not.toContain("tried");
  });
});

test("no page of a person is answered about data of a Room that is not theirs, or that is put together (app-9, member-7)", async () => {
  const asks: Readonly<Record<string, object>> = {
    read_shared_data: { after: 0 },
    set_shared_value: { key: "secret", value: "1" },
    delete_shared_value: { key: "secret" },
    open_shared_data: {},
    export_shared_data: {},
    clear_shared_data: {},
    restore_shared_data: { entries: {} },
  };
  const puppet = idsOf(placeOf("Puppet"));
  const wrong = [
    [room.member.person, idsOf(copied)],
    [room.member.person, idsOf(far)],
    [room.member.person, { ...puppet, instance_id: copied.instance_id }],
    [room.owner, { ...puppet, instance_id: copied.instance_id }],
    [room.owner, { ...puppet, instance_id: far.instance_id }],
    [room.owner, { room_id: far.room_id, instance_id: puppet.instance_id }],
  ] as const;
  const before = await room.owner.do("export_shared_data", idsOf(copied));
  for (const [operation, input] of Object.entries(asks)) {
    const unknown = {
      room_id: `${puppet.room_id.slice(0, -1)}0`,
      instance_id: `${puppet.instance_id.slice(0, -1)}0`,
    };
    const nothing = await room.owner.post(operation, { ...unknown, ...input });
    expect(nothing.status, operation).toBe(404);
    for (const [who, place] of wrong) {
      const { status, json } = await who.post(operation, { ...place, ...input });
      expect([operation, status, json]).toEqual([operation, 404, nothing.json]);
    }
  }
  const after = await room.owner.do("export_shared_data", idsOf(copied));
  expect(after["entries"]).toEqual(before["entries"]);
});

async function inWindows(context: BrowserContext, places: readonly Place[]): Promise<Frame[]> {
  const frames: Frame[] = [];
  for (const place of places) frames.push(await realmOf(place, await context.newPage()));
  return frames;
}
