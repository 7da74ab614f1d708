import { dropSpareFrame } from "./spare-frame.ts";

/** An app of this page, as far as it may share a process with others. */
export interface Neighbour {
  /** Whether it has not answered for so long that it was told. */
  readonly hangs: boolean;
  /** Resolves when it answers, asked now or as soon as it can be; also at the end of its frame. */
  answer(): Promise<void>;
  /** Takes its frame away, until it is started. */
  clear(): void;
  /** Gives it a frame. Resolves when the next may be started: it runs, failed, was ended, or takes too long. */
  start(): Promise<void>;
}

/** Who does not answer within so long after a frame that hung is gone was held up by that. */
const AFTER_HANG_MS = 300;
/** The same where it is not certain that it hung. */
const AFTER_SILENCE_MS = 3000;
const STEP_MS = 50;

const alive = new Set<Neighbour>();
/** To be started, one after the other. */
let waiting = new Set<Neighbour>();
/** While it is asked who answers, nobody is started: it might be in a process that hangs. */
let asking = 0;
let isStarting = false;

/** Starts an app for a person who waits for it. */
export function startSoon(app: Neighbour): void {
  waiting = new Set([app, ...waiting]);
  if (asking === 0) void start(app);
}

/** Whether an app has been told to start, and has no frame yet. */
export function isWaiting(app: Neighbour): boolean {
  return waiting.has(app);
}

/** The app is not on the page any more, nor to come. */
export function leave(app: Neighbour): void {
  alive.delete(app);
  waiting.delete(app);
}

/** Whether any app of the page hangs, and with it perhaps what shares its process. */
export function someHang(): boolean {
  return [...alive].some(({ hangs }) => hangs);
}

/**
 * Frees whom a frame held up that was just taken away, and did not answer. Frames that share its process do not
 * answer either, and as long as one of them stands the process goes on and takes in new ones. So all of those, and
 * the frame that is kept ready, are taken away in one turn, and then started anew, one after another.
 */
export async function freeOthers({ hung }: { readonly hung: boolean }): Promise<void> {
  dropSpareFrame();
  asking += 1;
  // Who hangs while the one that went did not hangs by itself.
  const silent = new Set([...alive].filter(({ hangs }) => hung || !hangs));
  const answers = [...silent].map(async (app) => {
    await app.answer();
    silent.delete(app);
  });
  await Promise.race([Promise.all(answers), listened(hung ? AFTER_HANG_MS : AFTER_SILENCE_MS)]);
  asking -= 1;
  if (silent.size > 0) dropSpareFrame();
  for (const app of silent) {
    // Who hears that one is to start anew may have ended the next.
    if (!alive.delete(app)) continue;
    waiting.add(app);
    app.clear();
  }
  await startWaiting();
}

async function startWaiting(): Promise<void> {
  const [next] = waiting;
  if (next === undefined || isStarting || asking > 0) return;
  isStarting = true;
  await start(next);
  isStarting = false;
  await startWaiting();
}

async function start(app: Neighbour): Promise<void> {
  waiting.delete(app);
  alive.add(app);
  await app.start();
}

/** Resolves when the page could listen for so long: whatever holds it up itself counts as one step. */
async function listened(ms: number): Promise<void> {
  if (ms <= 0) return;
  await passed(STEP_MS);
  await listened(ms - STEP_MS);
}

/** Resolves when so much time has passed. */
export function passed(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
