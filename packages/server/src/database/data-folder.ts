import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { SERVER } from "../version.ts";
import { writeWhole } from "../write-whole.ts";
import { CannotOpenError } from "./cannot-open.ts";
import { holdLock, isSqliteError } from "./driver.ts";

/** The layout of the folder; a folder with a greater number is refused. */
const FORMAT = 1;
const MARKER = "anteroom.json";
const NEW_MARKER = `${MARKER}.new`;
const LOCK = "lock.sqlite";
/** What a start that ended before it wrote the marker may have left; SQLite keeps a journal while it locks. */
const BEFORE_MARKER = [LOCK, `${LOCK}-journal`, NEW_MARKER];

type State = "creating" | "ready";

export interface DataFolder extends Disposable {
  readonly databaseFile: string;
  /** True while this start creates the installation, until `markReady`. */
  readonly fresh: boolean;
  markReady(): void;
}

/**
 * Opens the folder that holds everything an installation keeps, and with `lock` creates it where nothing is
 * yet. The lock keeps a second server out and vanishes with the process, however it ends. Without the lock
 * the folder must be in use already: that is for a program that works beside the running server. Throws
 * CannotOpenError, before anything is changed, for a folder that is not ours, not whole, or not usable.
 */
export function openDataFolder(options: { readonly path: string; readonly lock: boolean }): DataFolder {
  const path = resolve(options.path);
  try {
    if (options.lock) makeFolder(path);
    else if (!existsSync(path)) throw refuse(path, NOTHING_HERE);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return options.lock ? openLocked(path) : openBeside(path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error) || isSqliteError(error)) throw error;
    throw refuse(path, { what: `The data folder cannot be used (${String(error.code)})`, remedy: UNUSABLE });
  }
}

function openLocked(path: string): DataFolder {
  using opening = new DisposableStack();
  opening.use(takeLock(path));
  const fresh = !existsSync(join(path, MARKER));
  if (fresh) {
    writeMarker(path, "creating");
    createPrivate(databaseIn(path));
  } else checkMarker(path);
  const opened = opening.move();
  return {
    databaseFile: databaseIn(path),
    fresh,
    markReady: () => writeMarker(path, "ready"),
    [Symbol.dispose]: () => opened.dispose(),
  };
}

function openBeside(path: string): DataFolder {
  if (!existsSync(join(path, MARKER))) throw refuse(path, NOTHING_HERE);
  checkMarker(path);
  return {
    databaseFile: databaseIn(path),
    fresh: false,
    markReady: () => undefined,
    [Symbol.dispose]: () => undefined,
  };
}

function databaseIn(path: string): string {
  return join(path, "anteroom.sqlite");
}

function makeFolder(path: string): void {
  if (!existsSync(path)) mkdirSync(path, { recursive: true, mode: 0o700 });
  if (!statSync(path).isDirectory()) throw refuse(path, NOT_A_FOLDER);
  const entries = readdirSync(path);
  const ours = entries.includes(MARKER) || entries.every((entry) => BEFORE_MARKER.includes(entry));
  if (!ours) throw refuse(path, FOREIGN);
}

function takeLock(path: string): Disposable {
  const file = join(path, LOCK);
  createPrivate(file);
  const lock = holdLock(file);
  if (!lock) throw refuse(path, IN_USE);
  return lock;
}

function checkMarker(path: string): void {
  const { format, state } = readMarker(path);
  if (typeof format === "number" && format > FORMAT) throw refuse(path, NEWER);
  if (format !== FORMAT) throw refuse(path, DAMAGED);
  if (state === "creating") throw refuse(path, INTERRUPTED);
  if (state !== "ready") throw refuse(path, DAMAGED);
  if (!existsSync(databaseIn(path))) throw refuse(databaseIn(path), NO_DATABASE);
}

function readMarker(path: string): { format?: unknown; state?: unknown } {
  try {
    return Object(JSON.parse(readFileSync(join(path, MARKER), "utf8")));
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function writeMarker(path: string, state: State): void {
  const text = JSON.stringify({ format: FORMAT, version: SERVER.version, state }, null, 2);
  writeWhole(join(path, MARKER), `${text}\n`);
}

/**
 * SQLite gives its side files the mode of the database. Never opens a file that exists: closing it would drop
 * the locks that SQLite holds on it in this process (https://sqlite.org/howtocorrupt.html, 2.2).
 */
function createPrivate(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}

interface Reason {
  readonly what: string;
  readonly remedy: string;
}

function refuse(where: string, reason: Reason): CannotOpenError {
  return new CannotOpenError({ ...reason, where });
}

const UNUSABLE =
  "The user that runs this must be allowed to read and write it, and its disk must have room. Or set ANTEROOM_DATA to another folder.";
const NOTHING_HERE: Reason = {
  what: "There is no installation in this folder",
  remedy: "Start the server first, or set ANTEROOM_DATA to the folder that it uses.",
};
const NOT_A_FOLDER: Reason = {
  what: "The data folder is a file",
  remedy: "Move the file away, or set ANTEROOM_DATA to a folder.",
};
const FOREIGN: Reason = {
  what: "This folder holds files that are not Anteroom's",
  remedy: "Nothing was changed. Set ANTEROOM_DATA to a new or empty folder.",
};
const IN_USE: Reason = {
  what: "Another server is running on this data folder",
  remedy: "Stop it first, or set ANTEROOM_DATA to another folder.",
};
const NEWER: Reason = {
  what: "This data folder was made by a newer Anteroom",
  remedy: "Start the newer version, or restore a backup that was made before the upgrade.",
};
const DAMAGED: Reason = {
  what: `The file ${MARKER} in this data folder is damaged`,
  remedy: "Restore the folder from a backup.",
};
const INTERRUPTED: Reason = {
  what: "The first start in this data folder is under way, or was interrupted",
  remedy: "If no server is starting, delete the folder and start again: nothing in it was ever in use.",
};
const NO_DATABASE: Reason = {
  what: "The database is missing from the data folder",
  remedy: "Restore the folder from a backup; to begin anew instead, set ANTEROOM_DATA to a new folder.",
};
