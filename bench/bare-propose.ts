// The bare peer of a proposal: node:http, the same parse of the files, and one group-commit loop over the
// statements that a proposal cannot do without. No tenancy, no rights, no validation.
import { createHash, randomUUID } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { checkFiles } from "@anteroom/sandbox/check";
import { scanApp, storeReport } from "@anteroom/sandbox/review";

const folder = mkdtempSync(path.join(tmpdir(), "anteroom-bare-"));
const db = new DatabaseSync(path.join(folder, "bare.sqlite"));
db.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 16000;
  create table keys (key text primary key, id text not null) without rowid;
  create table counters (room text primary key, sequence integer not null) without rowid;
  create table events (room text, sequence integer, body text, primary key (room, sequence)) without rowid;
  create table sources (digest text primary key, files text not null) without rowid;
  create table proposals (id text primary key, room text, name text, digest text, state text) without rowid;
  create index by_name on proposals (room, state, name);
  insert into counters values ('room', 0);`);
const find = db.prepare("select id from keys where key = ?");
const same = db.prepare("select id, digest from proposals where room = ? and state = 'pending' and name = ?");
const count = db.prepare("select sequence from counters where room = ?");
const bump = db.prepare("update counters set sequence = ? where room = ?");
const insertEvent = db.prepare("insert into events values (?, ?, ?)");
const insertSource = db.prepare("insert into sources values (?, ?) on conflict do nothing");
const insertProposal = db.prepare("insert into proposals values (?, ?, ?, ?, 'pending')");
const insertKey = db.prepare("insert into keys values (?, ?)");

interface Call {
  readonly name: string;
  readonly files: Record<string, string>;
  readonly idempotency_key: string;
}
const queue: { call: Call; digest: string; files: string; response: ServerResponse }[] = [];
let pumping = false;

function apply({ call, digest, files }: (typeof queue)[number]): string {
  const known = find.get(call.idempotency_key) as { id: string } | undefined;
  if (known) return known.id;
  same.get("room", call.name);
  const { sequence } = count.get("room") as { sequence: number };
  const id = randomUUID();
  insertSource.run(digest, files);
  insertProposal.run(id, "room", call.name, digest);
  bump.run(sequence + 1, "room");
  insertEvent.run("room", sequence + 1, JSON.stringify({ id, name: call.name }));
  insertKey.run(call.idempotency_key, id);
  return id;
}

function pump(): void {
  pumping = false;
  const batch = queue.splice(0, 256);
  db.exec("begin immediate");
  const ids = batch.map(apply);
  db.exec("commit");
  batch.forEach(({ response, digest }, index) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, result: { proposal_id: ids[index], digest } });
    response.writeHead(200, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    });
    response.end(body);
  });
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => void propose());
  async function propose(): Promise<void> {
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as { params: { arguments: Call } };
    const call = body.params.arguments;
    const source = new Map(Object.entries(call.files));
    if ((await checkFiles(source)).length > 0) throw new Error("does not compile");
    storeReport(scanApp(source));
    const files = JSON.stringify(call.files);
    queue.push({ call, digest: createHash("sha256").update(files).digest("hex"), files, response });
    if (!pumping) {
      pumping = true;
      setImmediate(pump);
    }
  }
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("disconnect", () => process.exit());
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
process.on("SIGTERM", () => process.exit());
