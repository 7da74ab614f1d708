/** One thing that an open page is told. */
export interface Told {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The stream by which an open page is told what changes. */
export class LivePage {
  readonly #lines: AsyncIterator<string>;
  readonly #abort: AbortController;

  private constructor(lines: AsyncIterator<string>, abort: AbortController) {
    this.#lines = lines;
    this.#abort = abort;
  }

  /** Opens it and reads its greeting; throws where it is refused. */
  static async open(origin: string, cookie: string): Promise<LivePage> {
    const abort = new AbortController();
    const response = await fetch(`${origin}/api/v1/live`, { headers: { cookie }, signal: abort.signal });
    if (response.status !== 200 || !response.body) throw new Error(`live answered ${response.status}`);
    const page = new LivePage(linesOf(response.body), abort);
    await page.next();
    return page;
  }

  /** What comes next, or undefined when the stream has ended. */
  async next(): Promise<Told | undefined> {
    let event = "";
    for (;;) {
      const { value: line, done } = await this.#lines.next();
      if (done) return undefined;
      if (line.startsWith("event: ")) event = line.slice(7);
      if (line.startsWith("data: ")) return { event, data: JSON.parse(line.slice(6)) as Told["data"] };
    }
  }

  close(): void {
    this.#abort.abort();
  }
}

async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
