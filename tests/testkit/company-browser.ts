interface Cookie {
  readonly origin: string;
  readonly path: string;
  readonly name: string;
  readonly value: string;
}

/** A browser that goes between a server and companies' sign-in pages: keeps cookies, follows redirects. */
export class CompanyBrowser {
  readonly #origin: string;
  #jar: Cookie[] = [];

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Presses "Sign in with …"; arrives at the company's own page. */
  async goTo(provider_id: string, query = ""): Promise<URL> {
    return await this.#visit(`/sign-in/with/${provider_id}?${query}`, { "sec-fetch-site": "same-origin" });
  }

  /** Says who one is on the company's page, or no; arrives wherever that leads on the server, not yet asked for. */
  async answer(page: URL, answer: { name: string } | "no"): Promise<URL> {
    const body = new URLSearchParams(answer === "no" ? { no: "1" } : answer);
    let [url, location] = await this.#step(page, { method: "POST", body });
    while (location && url.origin !== this.#origin && location.origin !== this.#origin) {
      [url, location] = await this.#step(location);
    }
    if (!location) throw new Error(`${url.href} led nowhere`);
    return location;
  }

  /**
   * The whole way, to the path and query of the page that it ends on; whom the company still knows in this
   * browser it does not ask.
   */
  async signInWith(provider_id: string, answer: { name: string } | "no", query = ""): Promise<string> {
    const page = await this.goTo(provider_id, query);
    if (page.origin === this.#origin) return page.pathname + page.search;
    return await this.comeBack(await this.answer(page, answer));
  }

  /** Goes to an address of the server, as a company's page sends a browser there. */
  async comeBack(address: URL): Promise<string> {
    const page = await this.#visit(address.href, { "sec-fetch-site": "cross-site" });
    return page.pathname + page.search;
  }

  /** Calls an operation from a page that was just loaded. */
  async post(operation: string, input: object = {}) {
    const page = await fetch(this.#origin, { headers: { cookie: this.#cookiesFor(new URL(this.#origin)) } });
    const proof = /name="anteroom-proof" content="([^"]*)"/.exec(await page.text())?.[1] ?? "";
    const url = new URL(`/api/v1/${operation}`, this.#origin);
    const response = await fetch(url, {
      method: "POST",
      body: JSON.stringify(input),
      headers: {
        "content-type": "application/json",
        origin: this.#origin,
        cookie: this.#cookiesFor(url),
        "anteroom-proof": proof,
      },
    });
    this.#keep(url, response);
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  }

  /** A copy of it with everything that it keeps. */
  copy(): CompanyBrowser {
    const copy = new CompanyBrowser(this.#origin);
    copy.#jar = [...this.#jar];
    return copy;
  }

  async #visit(address: string, headers: Record<string, string> = {}): Promise<URL> {
    let [url, location] = await this.#step(new URL(address, this.#origin), { headers });
    while (location) [url, location] = await this.#step(location);
    return url;
  }

  async #step(
    url: URL,
    {
      headers = {},
      ...init
    }: { method?: string; body?: URLSearchParams; headers?: Record<string, string> } = {},
  ): Promise<[URL, URL | undefined]> {
    const sent = { ...headers, cookie: this.#cookiesFor(url), accept: "text/html" };
    const response = await fetch(url, { ...init, redirect: "manual", headers: sent });
    this.#keep(url, response);
    await response.arrayBuffer();
    const location = response.headers.get("location");
    return [url, location === null ? undefined : new URL(location, url)];
  }

  #cookiesFor({ origin, pathname }: URL): string {
    return this.#jar
      .filter((cookie) => cookie.origin === origin && isUnder(pathname, cookie.path))
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  }

  #keep({ origin }: URL, response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /; path=([^;]*)/i.exec(line)?.[1] ?? "/";
      this.#jar = this.#jar.filter((one) => one.origin !== origin || one.name !== name || one.path !== path);
      if (value !== "") this.#jar.push({ origin, path, name, value });
    }
  }
}

function isUnder(path: string, cookiePath: string): boolean {
  return path === cookiePath || path.startsWith(cookiePath.endsWith("/") ? cookiePath : `${cookiePath}/`);
}
