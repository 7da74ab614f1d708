import { readFile } from "node:fs/promises";
import type { FrameLocator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AppRoom, choose } from "../testkit/app-room.ts";
import { ASKING_APP, BROKEN_APP, POLL_APP, SECRETIVE_APP } from "../testkit/asking-app.ts";
import { complaintsOf, faultsOf, LOOKS } from "../testkit/looks.ts";
import { signInOn } from "../testkit/pages.ts";
import { OWNER } from "../testkit/server.ts";

// What an app asks of its person, and what it keeps.

let room: AppRoom;

beforeAll(async () => {
  room = await AppRoom.open({
    Desk: ASKING_APP,
    Secretive: SECRETIVE_APP,
    Poll: POLL_APP,
    Wheel: BROKEN_APP,
  });
});
afterAll(async () => await room?.[Symbol.asyncDispose]());
afterEach(async () => await room.closeBrowsers());

describe("an app asks its person", () => {
  let page: Page;
  let desk: FrameLocator;
  beforeEach(async () => {
    page = await room.browserFor();
    desk = await room.openTab(page, "Desk", "nothing yet");
  });
  const press = async (name: string): Promise<void> =>
    await desk.getByRole("button", { name, exact: true }).click();
  const told = (words: string): Promise<void> => desk.getByText(words, { exact: true }).waitFor();
  const dialog = (name: string) => page.getByRole("dialog", { name, exact: true });
  const hasAppFocus = (): Promise<boolean> =>
    page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.localName === "iframe");

  test("yes or no, as its own words, and has the focus back afterwards", async () => {
    await press("Delete");
    const asks = dialog("Desk asks");
    await asks.getByText("From an app in this Room, not from Anteroom.").waitFor();
    await asks
      .getByRole("region", { name: "The app’s words:" })
      .getByText("Delete the list “Retro”?")
      .waitFor();
    await asks.getByRole("button", { name: "OK" }).click();
    await told("deleted");
    expect(await hasAppFocus()).toBe(true);
    await press("Delete");
    await asks.waitFor();
    await page.keyboard.press("Escape");
    await told("kept");
    await asks.waitFor({ state: "detached" });
    expect(await hasAppFocus()).toBe(true);
  });

  test("for a line of text, and never by a field for a password", async () => {
    await press("Next");
    const asks = dialog("Desk asks");
    const field = asks.getByLabel("Your answer");
    expect([await field.inputValue(), await field.getAttribute("type")]).toEqual(["Owner", "text"]);
    await field.fill("Member");
    await page.keyboard.press("Enter");
    await told("next: Member");
  });

  test("to save a file, which comes out as it went in", async () => {
    await press("Save");
    const asks = dialog("Desk wants to save a file");
    await asks.getByText("votes.csv").waitFor();
    await asks.getByText("19 B").waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      asks.getByRole("button", { name: "Save" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("votes.csv");
    expect(await readFile(await file.path(), "utf8")).toBe("who,vote\nOwner,yes\n");
    await told("saved: true");
  });

  test("to open a link, whole, in a page that knows nothing of this one", async () => {
    const asked: (string | undefined)[] = [];
    await page.context().route("https://docs.example.test/**", async (route) => {
      asked.push(route.request().url(), route.request().headers()["referer"]);
      await route.fulfill({ contentType: "text/html", body: "<p>The guide</p>" });
    });
    await press("Link");
    const asks = dialog("Desk wants to open a link");
    const address = asks.getByRole("region", { name: "Where it leads" });
    expect(await address.innerText()).toBe("https://docs.example.test/guide?page=2#top");
    expect(await address.locator("b").innerText()).toBe("docs.example.test");
    const [other] = await Promise.all([
      page.context().waitForEvent("page"),
      asks.getByRole("button", { name: "Open in a new tab" }).click(),
    ]);
    await other.getByText("The guide").waitFor();
    expect(await other.evaluate(() => [window.opener, document.referrer])).toEqual([null, ""]);
    expect(asked).toEqual(["https://docs.example.test/guide?page=2", undefined]);
    await other.close();
    await told("opened: true");
  });

  test("to copy, and only the press copies", async () => {
    await page.evaluate(() => navigator.clipboard.writeText("before"));
    await press("Copy");
    const asks = dialog("Desk wants to copy a text");
    await asks.getByText("two lines").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("before");
    await asks.getByRole("button", { name: "Copy" }).click();
    await told("copied");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("two\nlines");
  });

  test("a message is shown as the app's, and not without end", async () => {
    for (const shown of [true, true, true, false]) {
      await press("Notify");
      await told(`notified: ${shown}`);
    }
    const messages = page.getByText("The app Desk says: The timer is over.");
    expect(await messages.count()).toBe(1);
  });

  test("what asks again and again can be stopped", async () => {
    await press("Flood");
    const says = dialog("Desk says");
    for (const number of [1, 2]) {
      await says.getByText(`Hello number ${number}`).waitFor();
      expect(await page.getByRole("button", { name: "Stop its dialogs" }).count()).toBe(0);
      await says.getByRole("button", { name: "OK" }).click();
    }
    await says.getByText("Hello number 3").waitFor();
    await page.getByRole("button", { name: "Stop its dialogs" }).click();
    await says.waitFor({ state: "detached" });
    await press("Link");
    await told("opened: false");
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  test("from a tab that is not open only once it is, and not at all once it is gone", async () => {
    await press("Later");
    await page.getByRole("tab", { name: "Poll" }).click();
    const poll = page.frameLocator('iframe[title="Poll"]');
    await poll.getByText("Votes:").waitFor();
    const elsewhere = await page.context().newPage();
    const same = await room.openTab(elsewhere, "Desk", "nothing yet");
    await same.getByRole("button", { name: /^Count/ }).click();
    await page.getByText("The app Desk says: Asking now.").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.getByRole("tab", { name: "Desk" }).click();
    const asks = dialog("Desk wants to open a link");
    await asks.getByText("later.example.test").waitFor();
    const app = room.app("Desk");
    const versions = await room.versions("Desk");
    await room.owner.do("remove_app", app);
    await asks.waitFor({ state: "detached" });
    const [{ proposal_id, digest } = { proposal_id: "", digest: "" }] = versions;
    await room.owner.do("revert_app", { ...app, proposal_id, digest });
  });

  test("only once the person has left what they write in the page, which stays as it was", async () => {
    await press("Later");
    await choose(page, "Desk", "Ask for a change…");
    const change = dialog("Ask for a change of Desk");
    const words = change.getByRole("textbox");
    await words.fill("It should be");
    const elsewhere = await page.context().newPage();
    const same = await room.openTab(elsewhere, "Desk", "nothing yet");
    await same.getByRole("button", { name: /^Count/ }).click();
    await page.getByText("The app Desk says: Asking now.").waitFor();
    await page.keyboard.type(" louder.");
    expect(await words.inputValue()).toBe("It should be louder.");
    expect(await page.getByRole("dialog").count()).toBe(1);
    await page.keyboard.press("Escape");
    const asks = dialog("Desk wants to open a link");
    await asks.getByRole("button", { name: "Cancel" }).click();
    await told("later: false");
  });

  test("what does not last is told once, and is read with one press", async () => {
    await press("Local");
    const notice = page.getByText("Here they last only until it is reloaded.");
    await notice.waitFor();
    await page.getByRole("button", { name: "Got it" }).click();
    await press("Local");
    expect(await notice.count()).toBe(0);
  });

  test("the members' names it gets, since its card showed it", async () => {
    await press("Members");
    await told('members: ["Owner","Member"]');
  });
});

describe("an app keeps data", () => {
  test("of its own over a reload, and for each person apart", async () => {
    const page = await room.browserFor();
    let desk = await room.openTab(page, "Desk", "nothing yet");
    await desk.getByRole("button", { name: "Count 0" }).click();
    await desk.getByRole("button", { name: "Count 1" }).waitFor();
    await page.reload();
    desk = await room.openTab(page, "Desk", "Count 1");
    // The same browser, and somebody else.
    await page.context().clearCookies();
    await signInOn(page, room.server.origin, room.member);
    desk = await room.openTab(page, "Desk", "nothing yet");
    await desk.getByText("Count 0").waitFor();
  });

  test("on the device, where its person exports and clears it, and puts it back", async () => {
    const page = await room.browserFor();
    const desk = await room.openTab(page, "Desk", "Count 0");
    await desk.getByRole("button", { name: "Count 0" }).click();
    await desk.getByText("Count 1").waitFor();
    await choose(page, "Desk", /^Stored data…/);
    const own = page.getByRole("region", { name: "For you, on this device" });
    await own.getByText("1 value, 6 B").waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      own.getByRole("button", { name: "Export…" }).click(),
    ]);
    expect(JSON.parse(await readFile(await file.path(), "utf8"))).toMatchObject({ values: { count: 1 } });
    await own.getByRole("button", { name: "Clear" }).click();
    await desk.getByText("Count 0").waitFor();
    await own.getByRole("button", { name: "Put back" }).click();
    await desk.getByText("Count 1").waitFor();
    await own.getByText("1 value, 6 B").waitFor();
  });

  test("for the Room: two vote at once, no vote is lost, and both see all", async () => {
    const pages = await Promise.all([room.browserFor(), room.browserFor(room.member)]);
    const polls = await Promise.all(pages.map((page) => room.openTab(page, "Poll", "Votes: 0")));
    const voting = polls.map(async (poll) => {
      const day = poll.getByRole("button", { name: /^Monday/ });
      for (let votes = 0; votes < 8; votes += 1) await day.click();
    });
    await Promise.all(voting);
    for (const poll of polls) await poll.getByText("Votes: 16", { exact: true }).waitFor();
  });

  test("that the Room's owner exports, clears for everyone, and restores", async () => {
    const [page, other] = await Promise.all([room.browserFor(), room.browserFor(room.member)]);
    const polls = [
      await room.openTab(page, "Poll", "Votes: 16"),
      await room.openTab(other, "Poll", "Votes: 16"),
    ];
    const see = async (votes: number): Promise<void> => {
      for (const poll of polls) await poll.getByText(`Votes: ${votes}`, { exact: true }).waitFor();
    };
    await choose(page, "Poll", /^Stored data…/);
    const shared = page.getByRole("region", { name: "For everyone in the Room" });
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      shared.getByRole("button", { name: "Export…" }).click(),
    ]);
    const saved = await file.path();
    await shared.getByRole("button", { name: "Clear…" }).click();
    await shared.getByText("Every member loses it at once").waitFor();
    await see(16);
    await shared.getByRole("button", { name: "Clear for everyone" }).click();
    await see(0);
    await shared.getByText("Cleared by").waitFor();
    await shared.getByRole("button", { name: "Put back" }).click();
    await see(16);
    await shared.locator("input").setInputFiles({
      name: "other.json",
      mimeType: "application/json",
      buffer: Buffer.from(`{"votes":{}}`),
    });
    await shared.getByText("This file is no export of an app’s shared data.").waitFor();
    const votes = {
      ...JSON.parse(await readFile(saved, "utf8")),
      entries: { votes: `{"Friday":3}` },
    } as object;
    await shared.locator("input").setInputFiles({
      name: "votes.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(votes)),
    });
    await see(3);
    await shared.getByText("Replaced by").waitFor();
    // A member reads how much there is, and that is all.
    await choose(other, "Poll", /^Stored data…/);
    const seen = other.getByRole("region", { name: "For everyone in the Room" });
    await seen.getByText("The Room’s owner can export, clear and restore it.").waitFor();
    expect(await seen.getByRole("button").count()).toBe(0);
  });

  test("for the Room only if its card showed that", async () => {
    const page = await room.browserFor();
    await page.goto(room.addressOf("Secretive"));
    const app = page.frameLocator("iframe");
    await app.getByRole("button", { name: "Shared" }).click();
    await app.getByText("not_allowed").waitFor();
  });
});

test("an app on trial asks by the same dialogs, and nothing of it lasts or goes out", async () => {
  const proposal_id = await room.propose("Trial", ASKING_APP);
  const page = await room.browserFor();
  await page.goto(`${room.server.origin}/connected/proposals/${proposal_id}`);
  await page.getByRole("button", { name: /^Mark as read/ }).click();
  const app = page.frameLocator("iframe");
  const press = async (name: string): Promise<void> => {
    // A pointer would go by where the frame stood before the page was last scrolled.
    await app.getByRole("button", { name, exact: true }).dispatchEvent("click");
  };
  const open = page.getByRole("button", { name: "Preview", exact: true });
  for (let times = 0; times < 2; times += 1) {
    await open.press("Enter");
    await press("Count 0");
    await app.getByText("Count 1").waitFor();
    await press("Shared");
    await app.getByText("shared: ").waitFor();
    await page.getByRole("button", { name: "Close the preview" }).press("Enter");
  }
  await open.press("Enter");
  await press("Delete");
  const asks = page.getByRole("dialog", { name: "Trial asks" });
  await asks.getByRole("button", { name: "OK" }).click();
  await app.getByText("deleted").waitFor();
  await press("Members");
  await app.getByText("members: []").waitFor();
  await press("Copy");
  await app.getByText("not copied").waitFor();
  const refused = page.getByRole("region", { name: "Tried and refused" });
  await refused.getByText("clipboard").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
});

describe.each(Object.entries(LOOKS))("%s", (_, look) => {
  test("what surrounds the tab has no faults", async () => {
    const page = await room.browserFor(OWNER, look);
    const complaints = complaintsOf(page);
    const desk = await room.openTab(page, "Desk", "nothing yet");
    const faults: string[] = [];
    const look_at = async (what: string): Promise<void> => {
      faults.push(...(await faultsOf(page)).map((fault) => `${what}: ${fault}`));
    };
    for (const [press, title] of [
      ["Next", "Desk asks"],
      ["Save", "Desk wants to save a file"],
      ["Link", "Desk wants to open a link"],
      ["Copy", "Desk wants to copy a text"],
    ] as const) {
      await desk.getByRole("button", { name: press, exact: true }).click();
      const asks = page.getByRole("dialog", { name: title });
      await asks.waitFor();
      await look_at(title);
      await asks.getByRole("button", { name: "Cancel" }).click();
      await asks.waitFor({ state: "detached" });
    }
    await desk.getByRole("button", { name: "Local", exact: true }).click();
    await page.getByRole("button", { name: "Got it" }).waitFor();
    await desk.getByRole("button", { name: "Shout", exact: true }).click();
    const shout = await page.getByText("The app Desk says: U+200BU+200C").boundingBox();
    expect(shout?.height).toBeLessThan((page.viewportSize()?.height ?? 0) / 3);
    await page.getByRole("button", { name: "Menu of Desk" }).click();
    await page.getByRole("menu").getByText("Stored data…").waitFor();
    await look_at("menu");
    await page.keyboard.press("Escape");
    await room.openTab(page, "Poll", "Votes:");
    await choose(page, "Poll", /^Stored data…/);
    await page.getByRole("region", { name: "For everyone in the Room" }).waitFor();
    await page.getByRole("button", { name: "Clear…" }).click();
    await look_at("stored data");
    await page.keyboard.press("Escape");
    await page.goto(room.addressOf("Wheel"));
    await page.getByRole("alert").waitFor();
    await look_at("failure");
    await page.getByRole("button", { name: "Send to the agent…" }).click();
    await page.getByLabel("What is sent, and nothing else").waitFor();
    await look_at("sending");
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
