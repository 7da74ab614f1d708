import type { IncomingMessage, ServerResponse } from "node:http";
import type { BrowserSignIn } from "@anteroom/features";
import { Refusal } from "@anteroom/features/kernel/errors";
import type { PersonPrincipal } from "@anteroom/features/kernel/principal";
import type { Hub } from "../hub.ts";
import { refusalOf, sendRefusal } from "./answers.ts";
import { signInOf } from "./browser.ts";
import { LiveStream } from "./live-stream.ts";
import type { FaceParts } from "./parts.ts";

interface LiveEvent {
  readonly sequence: number;
  readonly type: string;
  readonly data: object;
}

/** The version at which the shared data of each of a Room's apps stands. */
export type SharedVersions = ReadonlyMap<string, number>;

interface LiveRoom {
  readonly resource_id: string;
  /** Of its latest event. */
  readonly last_sequence: number;
  readonly shared: SharedVersions;
}

/** What a stream is fed from. */
export interface LiveSource {
  /** The person's Rooms, as they stand. */
  rooms(principal: PersonPrincipal): Promise<readonly LiveRoom[]>;
  /** What the person may see of a Room's log after a sequence. @throws Refusal when the Room is out of reach. */
  events(
    principal: PersonPrincipal,
    query: { resource_id: string; after_sequence: number; limit: number },
  ): Promise<{ events: readonly LiveEvent[]; next_sequence: number; has_more: boolean }>;
  /** Where a Room's shared data stands now. @throws Refusal when the Room is out of reach. */
  shared(principal: PersonPrincipal, room_id: string): Promise<SharedVersions>;
}

export interface LiveParts extends FaceParts {
  readonly hub: Hub;
  readonly source: LiveSource;
}

/** How many streams one sign-in may have open: one for each tab of the browser. */
const STREAMS = 10;

/** `GET /api/v1/live`: tells a person's open pages what changes, as server-sent events. */
export class LiveFace {
  readonly #parts: LiveParts;
  readonly #open = new Set<LiveStream>();
  #closing = false;

  constructor(parts: LiveParts) {
    this.#parts = parts;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== "GET") {
      const refusal = { code: "invalid_arguments", message: "This address takes GET only." } as const;
      return sendRefusal(response, refusal, { status: 405, headers: ["Allow", "GET"] });
    }
    try {
      const signIn = await this.#letIn(request);
      // Closed meanwhile: it would never close again, and its place stay taken.
      if (response.destroyed) return;
      this.#checkRoom(signIn);
      const stream = new LiveStream(this.#parts, { request, response, signIn });
      this.#open.add(stream);
      response.once("close", () => this.#open.delete(stream));
      await stream.start();
    } catch (error) {
      if (response.headersSent) throw error;
      sendRefusal(response, refusalOf(error, this.#parts.log, request));
    }
  }

  /** Ends every stream; the pages connect again when the server is back. */
  close(): void {
    this.#closing = true;
    for (const stream of this.#open) stream.end();
  }

  async #letIn(request: IncomingMessage): Promise<BrowserSignIn> {
    const { origin, "sec-fetch-site": from = "same-origin" } = request.headers;
    // A page at another port is of the same site: its images would come with the cookie and without an Origin.
    if (!this.#parts.site.allowsOrigin(origin) || from !== "same-origin") {
      throw new Refusal({ code: "forbidden", message: "This Origin may not call this server." });
    }
    const signIn = await signInOf(this.#parts, request);
    if (!signIn) throw new Refusal({ code: "sign_in_required", message: "Sign in first." });
    return signIn;
  }

  #checkRoom(signIn: BrowserSignIn): void {
    if (this.#closing) throw new Refusal({ code: "unavailable", message: "The server is stopping." });
    const mine = [...this.#open].filter((stream) => stream.sign_in_hash === signIn.sign_in_hash);
    if (mine.length >= STREAMS) {
      throw new Refusal({
        code: "rate_limited",
        message: `One sign-in may have ${STREAMS} pages open.`,
        hint: "Close some of them.",
        retry_after_seconds: 30,
      });
    }
  }
}
