import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Below this, in bytes, compressing saves less than its header costs. */
const WORTH_COMPRESSING = 1024;
/** The best two levels take ten times as long, for a twentieth of the size. */
const BROTLI_QUALITY = 9;

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  ico: "image/x-icon",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
  webmanifest: "application/manifest+json",
  woff2: "font/woff2",
};

/** The content type of a file by its name's ending; bytes of no known type are only ever downloaded. */
export function typeOf(name: string): string {
  return TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";
}

/** A file that is served from memory, compressed once instead of at each request. */
export class StaticFile {
  readonly #body: Buffer;
  readonly #headers: Readonly<Record<string, string>>;
  #encoded: { readonly name: string; readonly body: Buffer }[] = [];
  #compressing: Promise<void> | undefined;

  constructor(body: Buffer, headers: Readonly<Record<string, string>>) {
    this.#body = body;
    this.#headers = headers;
  }

  /** Compresses off the event loop, once; until it is done the file is served as it is. */
  compress(): Promise<void> {
    return (this.#compressing ??= this.#compress());
  }

  async #compress(): Promise<void> {
    if (this.#body.length < WORTH_COMPRESSING || /^(?:font|image\/(?!svg))/u.test(this.#type)) return;
    const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(this.#body, { params }),
      promisify(gzip)(this.#body, { level: 9 }),
    ]);
    this.#encoded = [
      { name: "br", body: br },
      { name: "gzip", body: gz },
    ];
  }

  send(request: IncomingMessage, response: ServerResponse): void {
    const wanted = encodingsOf(request);
    const encoded = this.#encoded.find(({ name }) => wanted.has(name));
    const body = encoded?.body ?? this.#body;
    response.writeHead(200, {
      ...this.#headers,
      "content-length": body.length,
      ...(this.#encoded.length > 0 && { vary: "accept-encoding" }),
      ...(encoded && { "content-encoding": encoded.name }),
    });
    response.end(request.method === "HEAD" ? undefined : body);
  }

  get #type(): string {
    return this.#headers["content-type"] ?? "";
  }
}

function encodingsOf(request: IncomingMessage): ReadonlySet<string> {
  const header = request.headers["accept-encoding"];
  if (typeof header !== "string") return new Set();
  const items = header.toLowerCase().split(",");
  return new Set(
    items
      .filter((item) => !/;\s*q=0(?:\.0*)?\s*$/u.test(item))
      .map((item) => item.split(";")[0]?.trim() ?? ""),
  );
}
