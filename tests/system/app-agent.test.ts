import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { AppRoom, choose } from "../testkit/app-room.ts";
import { ASKING_APP, BROKEN_APP, POLL_APP } from "../testkit/asking-app.ts";
import { McpAgent } from "../testkit/mcp-agent.ts";

// The way from a running app back to its agent, and to another Room.

let room: AppRoom;

beforeAll(async () => {
  room = await AppRoom.open({ Desk: ASKING_APP, Poll: POLL_APP, Wheel: BROKEN_APP });
});
afterAll(async () => await room?.[Symbol.asyncDispose]());
afterEach(async () => await room.closeBrowsers());

describe("the way back to the agent", () => {
  interface Read {
    readonly requests: readonly { kind: string; body: string; by: { name: string }; untrusted: true }[];
  }
  interface Polled {
    readonly events: readonly { type: string; data: Readonly<Record<string, unknown>> }[];
  }

  test("a failure goes out as it is shown, by the press alone, and the agent reads it", async () => {
    const page = await room.browserFor(room.member);
    await page.goto(room.addressOf("Wheel"));
    const failure = page.getByRole("alert");
    await failure.getByRole("heading", { name: "Wheel stopped while drawing" }).waitFor();
    await failure.getByRole("button", { name: "Copy for the agent" }).click();
    await page.getByRole("status").getByText("Copied").waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain("App: Wheel, revision 1");
    expect(copied).toContain("At src/wheel.ts:6:");
    expect(copied).toContain("> 6 |   const now = people[people.length].handle;");

    const mcp = await McpAgent.connect(room.server);
    const proposal_id = (await room.versions("Wheel"))[0]?.proposal_id ?? "";
    const requests = async () => (await mcp.tool<Read>("read_proposal", { proposal_id })).requests ?? [];
    await failure.getByRole("button", { name: "Send to the agent…" }).click();
    const field = page.getByLabel("What is sent, and nothing else");
    expect(await field.inputValue()).toBe(copied);
    await page.getByText("It goes to the agents of Owner, who proposed this version.").waitFor();
    expect(await requests()).toEqual([]);
    await field.fill(`It fails on Mondays.\n\n${copied}`);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("It is on its way to Owner’s agent.").waitFor();

    const body = `It fails on Mondays.\n\n${copied}`;
    expect(await requests()).toMatchObject([
      { kind: "failure", body, by: { name: "Member" }, untrusted: true },
    ]);
    const { events } = await mcp.tool<Polled>("poll_resource_events", {
      resource_type: "room",
      resource_id: room.place.room_id,
      after_sequence: 0,
    });
    expect(events.filter(({ type }) => type === "app.feedback").map(({ data }) => data)).toMatchObject([
      { name: "Wheel", kind: "failure", body },
    ]);
    await mcp.close();
  });

  test("what failed while the app went on can be sent too", async () => {
    const page = await room.browserFor();
    const desk = await room.openTab(page, "Desk", "nothing yet");
    await desk.getByRole("button", { name: "Fail" }).click();
    await page.getByRole("button", { name: "1 error while it ran" }).click();
    const failed = page.getByRole("dialog", { name: "What failed in Desk" });
    await failed.getByText("Error: nobody is next").waitFor();
    await failed.getByRole("button", { name: "Send to the agent…" }).click();
    expect(await page.getByLabel("What is sent, and nothing else").inputValue()).toContain("nobody is next");
  });

  test("a change is asked for in a member's own words", async () => {
    const page = await room.browserFor(room.member);
    await room.openTab(page, "Poll", "Votes:");
    await choose(page, "Poll", "Ask for a change…");
    await page.getByLabel("What should change?").fill("Sundays too, please.");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("It is on its way to Owner’s agent.").waitFor();
    const { events } = await room.agent.ask<Polled>("poll_resource_events", {
      resource_type: "room",
      resource_id: room.place.room_id,
      after_sequence: 0,
    });
    expect(events.at(-1)?.data).toMatchObject({ kind: "change", body: "Sundays too, please." });
  });
});

test("an app is copied to another Room as a proposal, which its card leads to", async () => {
  await room.owner.do("create_room", { project_id: room.place.project_id, name: "Other room" });
  const page = await room.browserFor();
  await room.openTab(page, "Poll", "Votes:");
  await choose(page, "Poll", "Copy to another Room…");
  await page.getByLabel("Room", { exact: true }).selectOption({ label: "Other room" });
  await page.getByRole("button", { name: "Propose it there" }).click();
  await page.getByText("Poll waits at the door of Other room.").waitFor();
  await page.getByRole("link", { name: "Read the proposal" }).click();
  await page.getByRole("heading", { level: 1, name: "Poll" }).waitFor();
  await page.getByText("Keeps shared data").first().waitFor();
});
