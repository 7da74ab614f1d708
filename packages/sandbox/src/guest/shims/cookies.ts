/** As many as browsers keep for one site, and of that length. */
const MOST = 180;
const UNITS = 4096;
const CONTROLS = /[\0-\u0008\u000a-\u001f\u007f]/u;

interface Cookie {
  readonly value: string;
  /** In ms since the epoch. */
  readonly expires: number;
}

/** The cookies that an app finds at `document.cookie` (RFC 6265), in memory alone and sent to nobody. */
export class CookieJar {
  readonly #cookies = new Map<string, Cookie>();

  /** All that are valid at `now`, as `name=value; name=value`. */
  read(now: number): string {
    const valid = [...this.#cookies].filter(([, { expires }]) => expires > now);
    return valid.map(([name, { value }]) => (name === "" ? value : `${name}=${value}`)).join("; ");
  }

  /** Takes one cookie; of its attributes only those that say when it ends mean anything here. */
  write(line: string, now: number): void {
    const [pair = "", ...rest] = line.split(";");
    const [name, value] = pair.includes("=") ? split(pair) : ["", pair.trim()];
    const units = name.length + value.length;
    if (units === 0 || units > UNITS || CONTROLS.test(line)) return;
    const attributes = new Map(rest.map(split).map(([key, text]) => [key.toLowerCase(), text]));
    // No script can set such a one.
    if (attributes.has("httponly")) return;
    const expires = endOf(attributes, now);
    if (expires <= now) {
      this.#cookies.delete(name);
      return;
    }
    this.#cookies.set(name, { value, expires });
    const [oldest = ""] = this.#cookies.keys();
    if (this.#cookies.size > MOST) this.#cookies.delete(oldest);
  }
}

function split(pair: string): [name: string, value: string] {
  const [name = "", ...value] = pair.split("=");
  return [name.trim(), value.join("=").trim()];
}

function endOf(attributes: ReadonlyMap<string, string>, now: number): number {
  const seconds = attributes.get("max-age");
  if (seconds !== undefined && /^-?\d+$/u.test(seconds)) return now + Number(seconds) * 1000;
  const at = Date.parse(attributes.get("expires") ?? "");
  return Number.isNaN(at) ? Number.POSITIVE_INFINITY : at;
}
