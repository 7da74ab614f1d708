import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { changeRows } from "../testkit/data-folder.ts";
import { approvalOf, Person } from "../testkit/person.ts";
import { adminToken, anteroom, TestServer } from "../testkit/server.ts";

// An operator asks, beside the running server, whether what runs is what was approved.

let server: TestServer;
let agent: Agent;
let owner: Person;
let room_id: string;

beforeAll(async () => {
  server = await TestServer.launch();
  owner = await Person.signIn(server.origin);
  agent = new Agent(server.origin, await adminToken(server));
  room_id = await agent.roomId();
});
afterAll(async () => await server[Symbol.asyncDispose]());

const verify = async (...args: string[]) =>
  await anteroom(["verify", ...args], { ANTEROOM_DATA: server.data });

async function propose(name: string, label: string): Promise<Proposed> {
  const files = { "src/App.tsx": `export default () => <p>${label}</p>;` };
  const call = { room_id, name, files, idempotency_key: `key-of-${label}` };
  return await agent.ask<Proposed>("propose_room_snippet_app", call);
}

interface History {
  versions: { proposal_id: string; revision: number; digest: string; receipt: object }[];
}

test("nothing stands, then an app does, is updated, renamed and taken back, and holds each time", async () => {
  expect(await verify()).toMatchObject({ code: 0, stdout: expect.stringContaining("nothing to prove") });
  const first = await propose("Timer", "one");
  const { instance_id } = await owner.approve(first.proposal_id);
  const second = await propose("Timer", "two");
  const card = await owner.card(second.proposal_id);
  const updates = { instance_id, digest: first.digest };
  await owner.do("approve_proposal", { ...approvalOf(card), as: "update", updates });
  await owner.do("rename_app", { room_id, instance_id, name: "Stopwatch" });
  const renamed = await verify();
  expect(renamed.stderr).toBe("");
  expect(renamed).toMatchObject({ code: 0, stdout: expect.stringContaining("1 of 1 hold.") });
  expect(renamed.stdout).toContain(`Team room / Stopwatch — revision 2, ${second.digest.slice(0, 12)}`);
  const back = { room_id, instance_id, proposal_id: first.proposal_id, digest: second.digest };
  await owner.do("revert_app", back);
  const { code, stdout } = await verify("--room", "Team room", "--json");
  expect([code, JSON.parse(stdout)]).toMatchObject([
    0,
    { apps: [{ name: "Stopwatch", revision: 1, digest: first.digest, outcome: "holds", problems: [] }] },
  ]);
});

test("the receipt from the tab's menu holds, here and for who has only the key", async () => {
  const { apps } = JSON.parse((await verify("--json")).stdout) as { apps: { instance_id: string }[] };
  const app = { room_id, instance_id: apps[0]?.instance_id };
  const { versions } = await owner.do<History>("read_app_history", app);
  expect(versions).toHaveLength(2);
  const file = path.join(server.data, "../receipt.json");
  await writeFile(file, JSON.stringify(versions[0]?.receipt));
  const held = await verify("--receipt", file);
  expect(held).toMatchObject({ code: 0, stdout: expect.stringContaining("The receipt holds.") });
  expect(held.stdout).toMatch(/approved by {2}Owner \(pers_\w+\), by whose agent it was proposed/u);
  const { public_key } = (versions[0]?.receipt ?? {}) as { public_key: string };
  const elsewhere = await anteroom(["verify", "--receipt", file, "--key", public_key, "--json"]);
  expect(elsewhere).toMatchObject({ code: 0, stderr: "" });
  await writeFile(file, JSON.stringify(versions[0]?.receipt).replace("Owner", "Other"));
  const forged = await verify("--receipt", file);
  expect(forged).toMatchObject({ code: 1, stdout: expect.stringContaining("DOES NOT HOLD") });
});

test("what was changed behind the server's back is named, and the code tells a script", async () => {
  changeRows(server.data, "update decisions set person_name = 'Somebody else'");
  const { code, stdout } = await verify();
  expect(code).toBe(1);
  expect(stdout).toContain("its receipt and the database disagree about the person");
});

test("wrong use is told apart from what does not hold", async () => {
  for (const args of [["--receipt"], ["--key", "x"], ["--room", "x", "--receipt", "y"], ["more"]]) {
    expect((await verify(...args)).code, args.join(" ")).toBe(2);
  }
  expect(await verify("--room", "Attic")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("no Room of this name"),
  });
});
