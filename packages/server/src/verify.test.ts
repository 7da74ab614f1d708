import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { hash } from "node:crypto";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { changeRows } from "../../../tests/testkit/data-folder.ts";
import { Authenticator } from "../../features/src/testing/authenticator.ts";
import { openReceiptKey, readPublicKey, type SignedReceipt } from "./receipt-key.ts";
import { leaveApprovedApps } from "./testing/approved-apps.fixture.ts";
import { verificationText } from "./verify-text.ts";
import { verifyInstallation, verifyReceiptFile } from "./verify.ts";

// What a server left is copied for each test, and changed there as whoever may write its files can change it.

let left: string;
let data: string;

beforeAll(async () => {
  left = mkdtempSync(join(tmpdir(), "anteroom-left-"));
  await leaveApprovedApps((folder) => cpSync(folder, left, { recursive: true }));
});
afterAll(() => rmSync(left, { recursive: true, force: true }));
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "anteroom-verify-"));
  cpSync(left, data, { recursive: true });
  vi.stubEnv("ANTEROOM_DATA", data);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(data, { recursive: true, force: true });
});

const sql = (statement: string, ...values: string[]) => changeRows(data, statement, ...values);
const OF = (name: string) =>
  `(workspace_id, proposal_id) in (select workspace_id, proposal_id from apps where name = '${name}')`;

/** Each app with what is wrong with it. */
async function problems(): Promise<Record<string, readonly string[]>> {
  const { apps } = await verifyInstallation({});
  return Object.fromEntries(apps.map((app) => [app.name, app.problems]));
}

interface Kept {
  receipt: string;
  signature: string;
  assertion: string;
}

function decisionOf(name: string): Kept {
  const database = new DatabaseSync(join(data, "anteroom.sqlite"));
  const row = database.prepare(`select receipt, signature, assertion from decisions where ${OF(name)}`).get();
  database.close();
  return row as unknown as Kept;
}

/** Where a file of the kept runtime lies. */
function runtimeFile(name: string): string {
  const runtimes = join(data, "runtimes");
  const version = readdirSync(runtimes).find((one) => one !== "files") ?? "";
  const description = join(runtimes, version, "runtime.json");
  if (name === "runtime.json") return description;
  const { files } = JSON.parse(readFileSync(description, "utf8")) as { files: Record<string, string> };
  return join(runtimes, "files", files[name] ?? "");
}

test("what a server let in holds, by whatever way it was confirmed, and the check leaves nothing behind", async () => {
  // But for the side files of a reader of SQLite, which hold nothing.
  const there = () =>
    readdirSync(data, { recursive: true }).filter((name) => !/-(?:wal|shm)$/u.test(String(name)));
  const before = there();
  const { apps, public_key } = await verifyInstallation({});
  expect(apps.map(({ name, revision, outcome }) => [name, revision, outcome])).toEqual([
    ["Plain", 1, "holds"],
    ["Sealed", 1, "holds"],
    ["Improved", 2, "holds"],
  ]);
  expect(apps.map(({ approved }) => approved?.passkey?.name)).toEqual([undefined, "Laptop", "Laptop"]);
  expect(public_key).toBe(readPublicKey(data));
  expect(there()).toEqual(before);
});

test("one Room can be asked for by its name, and one that is not there is told", async () => {
  expect((await verifyInstallation({ room: "Team room" })).apps).toHaveLength(3);
  await expect(verifyInstallation({ room: "Attic" })).rejects.toThrow("no Room of this name");
});

describe("changed behind the server's back, it is named (receipt-1)", () => {
  test.each<[what: string, change: () => void, told: RegExp]>([
    [
      "the files",
      () => sql(`update sources set files = replace(files, 'sealed', 'stolen')`),
      /stored files have the digest/u,
    ],
    [
      "files that are none",
      () => sql(`update sources set files = '[1]' where files like '%sealed%'`),
      /no app/u,
    ],
    [
      "the files are gone",
      () => sql(`delete from sources where files like '%sealed%'`),
      /files are missing/u,
    ],
    [
      "the digest that runs",
      () =>
        sql(`update apps set digest = (select digest from apps where name = 'Plain') where name = 'Sealed'`),
      /approved was digest/u,
    ],
    [
      "the digest, in the approval and the proposal too",
      () => {
        const plain = "(select digest from apps where name = 'Plain')";
        for (const table of ["decisions", "proposals", "apps"]) {
          sql(`update ${table} set digest = ${plain} where ${OF("Sealed")}`);
        }
      },
      /disagree about the digest/u,
    ],
    [
      "the runtime that it runs on",
      () => sql(`update apps set runtime = 'aaaaaaaa1111' where name = 'Sealed'`),
      /approved was runtime/u,
    ],
    [
      "what it is given besides its own storage",
      () => sql(`update apps set grants = '["shared"]' where name = 'Sealed'`),
      /approved was grants/u,
    ],
    [
      "the person's name",
      () => sql(`update decisions set person_name = 'Somebody' where ${OF("Sealed")}`),
      /about the person/u,
    ],
    [
      "the person",
      () => sql(`update decisions set person_id = 'pers_x' where ${OF("Sealed")}`),
      /about the person/u,
    ],
    [
      "the time",
      () => sql(`update decisions set decided_at = '2020-01-01T00:00:00.000Z' where ${OF("Sealed")}`),
      /about the time/u,
    ],
    [
      "what was read",
      () => sql(`update decisions set files_seen = '[]' where ${OF("Sealed")}`),
      /which files were read/u,
    ],
    ["whose agent it was", () => sql(`update decisions set own = 0 where ${OF("Sealed")}`), /whose agent/u],
    [
      "the name it was approved by",
      () => sql(`update proposals set name = 'Other' where ${OF("Sealed")}`),
      /about the name/u,
    ],
    ["its Room", () => sql(`update apps set room_id = 'room_x' where name = 'Sealed'`), /about the Room/u],
    ["the approval is gone", () => sql(`delete from decisions where ${OF("Sealed")}`), /no approval/u],
    [
      "the receipt's text",
      () =>
        sql(`update decisions set receipt = replace(receipt, '"Owner"', '"Other"') where ${OF("Sealed")}`),
      /not signed by this/u,
    ],
    [
      "a receipt that is none",
      () => sql(`update decisions set receipt = '{}' where ${OF("Sealed")}`),
      /receipt cannot be read/u,
    ],
    [
      "the signature",
      () => sql(`update decisions set signature = 'AAAA' where ${OF("Sealed")}`),
      /not signed by this/u,
    ],
    [
      "the receipt is gone",
      () => sql(`update decisions set receipt = null where ${OF("Sealed")}`),
      /receipt is missing/u,
    ],
    [
      "the receipt is another app's",
      () => {
        const { receipt, signature } = decisionOf("Plain");
        sql(`update decisions set receipt = ?, signature = ? where ${OF("Sealed")}`, receipt, signature);
      },
      /disagree about the app$/u,
    ],
    [
      "the passkey's answer",
      () =>
        sql(
          `update decisions set assertion = replace(assertion, '"signature":"', '"signature":"AA') where ${OF("Sealed")}`,
        ),
      /answer does not hold/u,
    ],
    [
      "the passkey's answer is gone",
      () => sql(`update decisions set assertion = null where ${OF("Sealed")}`),
      /about the passkey's answer/u,
    ],
    [
      "the passkey's answer is another app's",
      () => sql(`update decisions set assertion = ? where ${OF("Sealed")}`, decisionOf("Improved").assertion),
      /answered for something else/u,
    ],
    [
      "the passkey's answer is none",
      () => sql(`update decisions set assertion = '{"passkey":{}}' where ${OF("Sealed")}`),
      /answer cannot be read/u,
    ],
    [
      "the passkey is another person's",
      () => sql(`update passkeys set person_id = 'pers_x'`),
      /passkey is not one of who approved/u,
    ],
  ])("%s", async (_, change, told) => {
    change();
    const found = await problems();
    expect(
      found["Sealed"]?.some((problem) => told.test(problem)),
      String(found["Sealed"]),
    ).toBe(true);
    expect(found["Plain"]).toEqual([]);
  });

  test.each<[what: string, change: () => void, told: string]>([
    [
      "its frame",
      () => appendFileSync(runtimeFile("frame.html"), "<script>evil()</script>"),
      "its files were changed",
    ],
    ["its compiler", () => appendFileSync(runtimeFile("compile.js"), ";evil()"), "its files were changed"],
    [
      "a package",
      () => appendFileSync(runtimeFile("packages/recharts.js"), ";evil()"),
      "its files were changed",
    ],
    [
      "bytes that are no text",
      () => appendFileSync(runtimeFile("compile.js"), Buffer.from([0xff])),
      "its files were changed",
    ],
    [
      "a package with the description of it",
      () => {
        const text = "export const evil = true;";
        const [path, description] = [runtimeFile("packages/clsx.js"), runtimeFile("runtime.json")];
        writeFileSync(join(path, "..", hash("sha256", text)), text);
        const was = readFileSync(description, "utf8");
        writeFileSync(description, was.replace(basename(path), hash("sha256", text)));
      },
      "its files were changed",
    ],
    ["it is not whole", () => rmSync(runtimeFile("compile.js")), "not whole"],
    [
      "the scripts that its policy lets in",
      () => {
        const description = readFileSync(runtimeFile("runtime.json"), "utf8");
        const more = `"scriptHashes":["sha256-${hash("sha256", "evil()", "base64")}",`;
        writeFileSync(runtimeFile("runtime.json"), description.replace('"scriptHashes":[', more));
      },
      "other scripts than its own",
    ],
  ])("the runtime: %s", async (_, change, told) => {
    change();
    for (const [problem] of Object.values(await problems())) expect(problem).toContain(told);
  });

  test("the key", async () => {
    rmSync(join(data, "receipt-key.pem"));
    await expect(verifyInstallation({})).rejects.toThrow("is missing from the data folder");
    openReceiptKey(data);
    for (const told of Object.values(await problems()))
      expect(told).toEqual([expect.stringContaining("signed by another")]);
  });

  test("a new answer by a passkey of one's own, signed anew with the stolen key (shell-7)", async () => {
    const forged = forgedAnswer(decisionOf("Sealed").assertion);
    const text = decisionOf("Sealed").receipt.replace(
      /"assertion":"\w+"/u,
      `"assertion":"${hash("sha256", forged)}"`,
    );
    const { signature } = openReceiptKey(data)(text);
    sql(
      `update decisions set assertion = ?, receipt = ?, signature = ? where ${OF("Sealed")}`,
      forged,
      text,
      signature,
    );
    const [, sealed] = (await verifyInstallation({})).apps;
    // The installation's own key vouches for it; the passkey is none that the person ever had.
    expect(sealed?.problems).toEqual([]);
    expect(sealed?.approved?.passkey).not.toHaveProperty("name");
    expect(verificationText(await verifyInstallation({}))).toContain("by a passkey that is not enrolled now");

    // And put in the place of the person's own, its public key is another than the one the person noted.
    const before = JSON.parse(decisionOf("Improved").assertion) as { passkey: { public_key: string } };
    expect(sealed?.approved?.passkey?.public_key).not.toBe(before.passkey.public_key);
  });
});

/** The same approval, confirmed by another passkey; or by the way in which approvals were signed before. */
function forgedAnswer(kept: string, form = "anteroom.approval.2"): string {
  const said = JSON.parse(kept) as { challenge: Record<string, unknown>; origin: string };
  const { form: _, nonce, as, instance_id, replaced, ...seen } = said.challenge;
  const approved = form.endsWith("1") ? seen : { ...seen, as, instance_id, replaced };
  const signed = JSON.stringify([form, nonce, ...Object.values(approved)]);
  const { origin } = said;
  const device = new Authenticator();
  const asked = { challenge: hash("sha256", signed, "base64url"), rpId: "localhost" };
  const made = device.create(
    { ...asked, rp: { id: "localhost" }, user: { id: "AAAA" }, excludeCredentials: [] },
    { origin },
  );
  const { response } = device.get(asked, { origin });
  const passkey = { credential_id: made["id"], public_key: coseOf(made) };
  return JSON.stringify({ challenge: { form, nonce, ...approved }, origin, passkey, response });
}

/** The public key that stands at the end of a new ES256 credential, in the 77 bytes of its COSE form. */
function coseOf(made: Record<string, unknown>): string {
  const { attestationObject } = made["response"] as { attestationObject: string };
  return Buffer.from(attestationObject, "base64url").subarray(-77).toString("base64url");
}

test("approvals from before receipts were kept are counted apart, and their bytes checked", async () => {
  const answer = forgedAnswer(decisionOf("Sealed").assertion, "anteroom.approval.1");
  sql("update decisions set receipt = null, signature = null, assertion = null");
  sql(`update decisions set assertion = ? where ${OF("Sealed")}`, answer);
  sql("update schema_migrations set applied_at = '2999-01-01T00:00:00.000Z' where name = '0005-review'");
  const { apps } = await verifyInstallation({});
  expect(apps.map(({ outcome }) => outcome)).toEqual(["no_receipt", "no_receipt", "no_receipt"]);
  sql("update sources set files = replace(files, 'sealed', 'stolen')");
  const after = (await verifyInstallation({})).apps;
  expect(after.map(({ outcome }) => outcome)).toEqual(["no_receipt", "broken", "no_receipt"]);
});

test("each app is told in one line, whatever stands in its name", async () => {
  sql(`update apps set name = ? where name = 'Plain'`, "Pl\u001b[31main\n0 DO NOT HOLD");
  sql(`update decisions set signature = 'AAAA' where ${OF("Sealed")}`);
  const digest = "[0-9a-f]{12}";
  const when = "\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC";
  expect(verificationText(await verifyInstallation({})).split("\n")).toEqual([
    expect.stringMatching(
      `^Team room / Pl \\[31main 0 DO NOT HOLD — revision 1, ${digest}, approved by Owner, ${when}, without a passkey — holds$`,
    ),
    expect.stringMatching(
      `^Team room / Sealed — revision 1, ${digest}, approved by Owner, ${when}, by passkey Laptop — DOES NOT HOLD$`,
    ),
    expect.stringMatching("^ {4}its receipt is not signed by this installation's key"),
    expect.stringMatching(
      `^Team room / Improved — revision 2, ${digest}, approved by Owner, ${when}, by passkey Laptop — holds$`,
    ),
    "",
    "2 of 3 hold, 1 DOES NOT.",
    "",
  ]);
});

describe("a receipt that was downloaded (receipt-2)", () => {
  const file = () => join(data, "receipt.json");
  let receipt: SignedReceipt;
  beforeEach(() => {
    const { receipt: text, signature } = decisionOf("Improved");
    receipt = { text, signature, public_key: readPublicKey(data) };
    writeFileSync(file(), JSON.stringify(receipt));
  });
  const check = (change: object = {}, key?: string) => {
    writeFileSync(file(), JSON.stringify({ ...receipt, ...change }));
    return verifyReceiptFile({ file: file(), ...(key !== undefined && { key }) });
  };

  test("says what was approved, and holds by the folder's key or by one that is given", () => {
    expect(check()).toMatchObject({
      facts: { name: "Improved", as: "update", decided_by: { name: "Owner" } },
    });
    expect(check()).not.toHaveProperty("problem");
    vi.stubEnv("ANTEROOM_DATA", join(data, "nowhere"));
    expect(check({}, receipt.public_key)).not.toHaveProperty("problem");
    expect(() => check()).toThrow("is missing");
  });

  test("does not hold when anything in it was changed", () => {
    expect(check({ text: receipt.text.replace("Owner", "Other") }).problem).toBe(
      "its signature does not hold",
    );
    expect(check({ text: `${receipt.text} ` }).problem).toBe("its text is no receipt");
    expect(check({ signature: "AAAA" }).problem).toBe("its signature does not hold");
  });

  test("does not hold by another key, though it names that key itself", () => {
    const other = mkdtempSync(join(tmpdir(), "anteroom-other-"));
    const signed = openReceiptKey(other)(receipt.text);
    rmSync(other, { recursive: true });
    expect(check(signed).problem).toBe(`it was signed by another key: ${signed.public_key}`);
    expect(check({}, signed.public_key).problem).toBe(`it was signed by another key: ${receipt.public_key}`);
  });

  test("is told when the file holds none", () => {
    for (const text of ["", "null", "[]", '{"text":"x"}']) {
      writeFileSync(file(), text);
      expect(() => verifyReceiptFile({ file: file() })).toThrow("holds no receipt");
    }
    expect(() => verifyReceiptFile({ file: join(data, "none.json") })).toThrow("ENOENT");
  });
});
