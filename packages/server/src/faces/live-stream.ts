import type { IncomingMessage, ServerResponse } from "node:http";
import type { BrowserSignIn } from "@anteroom/features";
import { Refusal } from "@anteroom/features/kernel/errors";
import { signInOf } from "./browser.ts";
import { BEAT, STREAM_HEADERS } from "./event-stream.ts";
import type { LiveParts, SharedVersions } from "./live.ts";

/** How often a silent stream says that it lives, so that nothing between the two ends it. */
const BEAT_MS = 15_000;
/** How many events are read, and written, at once. */
const PAGE = 50;
/** For how long changes of shared data are collected: an app may make a hundred in a second. */
const COLLECT_MS = 20;

interface Room {
  /** The last sequence that was looked at. */
  after: number;
  changed: boolean;
  /** What was told of the shared data last. */
  shared: SharedVersions;
  sharedChanged: boolean;
  collecting: NodeJS.Timeout | undefined;
  readonly stop: () => void;
}

export interface LiveCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly signIn: BrowserSignIn;
}

/**
 * One open page's stream. What is to be told is read from the log when the page can take it, by a cursor for
 * each Room: a page that reads slowly costs a cursor, and never a growing buffer.
 */
export class LiveStream {
  readonly sign_in_hash: string;
  readonly #parts: LiveParts;
  readonly #call: LiveCall;
  readonly #rooms = new Map<string, Room>();
  #unsubscribe: () => void = () => undefined;
  #beat: NodeJS.Timeout | undefined;
  #membershipsChanged = false;
  #due = false;
  #working = false;
  /** The page has not taken what was written last; counted in beats. */
  #blocked: number | undefined;

  constructor(parts: LiveParts, call: LiveCall) {
    this.#parts = parts;
    this.#call = call;
    this.sign_in_hash = call.signIn.sign_in_hash;
  }

  async start(): Promise<void> {
    const { hub } = this.#parts;
    const { response, signIn } = this.#call;
    response.once("close", () => this.#stop());
    this.#unsubscribe = hub.subscribe(`person:${signIn.principal.person_id}`, () => {
      this.#membershipsChanged = true;
      this.#wake();
    });
    await this.#followRooms();
    response.writeHead(200, STREAM_HEADERS);
    this.#tell("hello", {});
    this.#beat = setInterval(() => this.#onBeat(), BEAT_MS);
    if (response.destroyed) this.#stop();
    this.#wake();
  }

  end(): void {
    this.#stop();
    this.#call.response.end();
  }

  #stop(): void {
    clearInterval(this.#beat);
    this.#unsubscribe();
    for (const room of this.#rooms.values()) room.stop();
    this.#rooms.clear();
  }

  #onBeat(): void {
    if (this.#blocked !== undefined) {
      this.#blocked += 1;
      if (this.#blocked > 2) this.#call.response.destroy();
      return;
    }
    this.#write(BEAT);
    this.#wake();
  }

  #wake(): void {
    this.#due = true;
    if (!this.#working) void this.#work();
  }

  /** Tells all there is to tell; never twice at once. */
  async #work(): Promise<void> {
    this.#working = true;
    try {
      while (this.#due && this.#blocked === undefined && !this.#call.response.destroyed) {
        this.#due = false;
        await this.#look();
      }
    } catch (error) {
      this.#parts.log.error({ err: error }, "live stream failed");
      this.#call.response.destroy();
    }
    this.#working = false;
  }

  async #look(): Promise<void> {
    if (!(await signInOf(this.#parts, this.#call.request))) return this.end();
    if (this.#membershipsChanged) {
      this.#membershipsChanged = false;
      await this.#followRooms();
      this.#tell("person", {});
    }
    for (const [resource_id, room] of this.#rooms) {
      if (!room.changed && !room.sharedChanged) continue;
      if (this.#blocked !== undefined) {
        this.#due = true;
        return;
      }
      await this.#tellOfRoom(resource_id, room);
    }
  }

  async #tellOfRoom(resource_id: string, room: Room): Promise<void> {
    try {
      if (room.changed) await this.#tellNext(resource_id, room);
      if (room.sharedChanged) await this.#tellShared(resource_id, room);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // Out of reach: the change of memberships that follows tells the page.
      room.stop();
      this.#rooms.delete(resource_id);
    }
  }

  async #tellNext(resource_id: string, room: Room): Promise<void> {
    room.changed = false;
    const query = { resource_id, after_sequence: room.after, limit: PAGE };
    const page = await this.#parts.source.events(this.#call.signIn.principal, query);
    room.after = page.next_sequence;
    room.changed ||= page.has_more;
    if (page.has_more) this.#due = true;
    const frames = page.events.map(({ sequence, type, data }) =>
      frame("change", { resource_id, sequence, type, data }),
    );
    if (frames.length > 0) this.#write(frames.join(""));
  }

  /** Names the apps whose shared data changed; a page that has one open reads on from where it is. */
  async #tellShared(room_id: string, room: Room): Promise<void> {
    room.sharedChanged = false;
    const shared = await this.#parts.source.shared(this.#call.signIn.principal, room_id);
    const before = room.shared;
    room.shared = shared;
    const changed = Array.from(shared.keys()).filter((id) => shared.get(id) !== before.get(id));
    const frames = changed.map((instance_id) => frame("shared", { room_id, instance_id }));
    if (frames.length > 0) this.#write(frames.join(""));
  }

  /** Follows the Rooms that the person is in now, and no others. */
  async #followRooms(): Promise<void> {
    const { hub, source } = this.#parts;
    const mine = await source.rooms(this.#call.signIn.principal);
    if (this.#call.response.destroyed) return;
    const ids = new Set(mine.map((room) => room.resource_id));
    for (const [id, room] of this.#rooms) {
      if (ids.has(id)) continue;
      room.stop();
      this.#rooms.delete(id);
    }
    for (const { resource_id, last_sequence, shared } of mine) {
      if (this.#rooms.has(resource_id)) continue;
      const subscribed = [
        hub.subscribe(`resource:${resource_id}`, () => {
          room.changed = true;
          this.#wake();
        }),
        hub.subscribe(`shared:${resource_id}`, () => {
          room.collecting ??= setTimeout(() => {
            room.collecting = undefined;
            room.sharedChanged = true;
            this.#wake();
          }, COLLECT_MS);
        }),
      ];
      const room: Room = {
        after: last_sequence,
        shared,
        // What came between the reading of how it stands and now would otherwise be missed.
        changed: true,
        sharedChanged: true,
        collecting: undefined,
        stop: () => {
          clearTimeout(room.collecting);
          for (const unsubscribe of subscribed) unsubscribe();
        },
      };
      this.#rooms.set(resource_id, room);
      this.#due = true;
    }
  }

  #tell(event: string, data: object): void {
    this.#write(frame(event, data));
  }

  #write(text: string): void {
    const { response } = this.#call;
    if (response.destroyed || response.writableEnded) return;
    if (response.write(text)) return;
    if (this.#blocked !== undefined) return;
    this.#blocked = 0;
    response.once("drain", () => {
      this.#blocked = undefined;
      this.#wake();
    });
  }
}

function frame(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
