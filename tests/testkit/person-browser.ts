import { OWNER } from "./server.ts";

/**
 * A person's browser without its pages: it keeps cookies, follows one redirect at a time, and sends what the
 * consent page sends. For clients that hand their person an address and wait.
 */
export class PersonBrowser {
  readonly #origin: string;
  readonly #jar = new Map<string, { path: string; pair: string }>();
  #proof = "";

  private constructor(origin: string) {
    this.#origin = origin;
  }

  static async signIn(
    origin: string,
    credentials: { email: string; password: string } = OWNER,
  ): Promise<PersonBrowser> {
    const browser = new PersonBrowser(origin);
    browser.#proof = (await browser.#send<{ proof: string }>("/api/v1/sign_in", credentials)).proof;
    return browser;
  }

  /** Follows a client's link to the consent page. */
  async arrive(authorizationUrl: string): Promise<ConsentPage> {
    const path = new URL(await this.#follow(authorizationUrl), this.#origin).pathname;
    if (!path.startsWith("/consent/")) throw new Error(`The client's link led to ${path}.`);
    return { path, ...(await this.#send<Omit<ConsentPage, "path">>(`${path}/read`, {})) };
  }

  /** Seats the client in every project of the workspace; returns the client's address with the code on it. */
  async letIn(page: ConsentPage): Promise<string> {
    const [workspace] = page.workspaces;
    const decision = {
      allow: true,
      workspace_id: workspace?.workspace_id,
      project_ids: workspace?.projects.map(({ project_id }) => project_id),
    };
    const { redirect_to } = await this.#send<{ redirect_to: string }>(`${page.path}/decide`, decision);
    return await this.#follow(redirect_to);
  }

  async #follow(address: string): Promise<string> {
    const url = new URL(address, this.#origin);
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie: this.#cookiesFor(url.pathname), accept: "text/html" },
    });
    this.#keep(response);
    const location = response.headers.get("location");
    if (location === null) throw new Error(`${url.pathname} led nowhere: ${await response.text()}`);
    return location;
  }

  async #send<T>(path: string, input: object): Promise<T> {
    const response = await fetch(this.#origin + path, {
      method: "POST",
      body: JSON.stringify(input),
      headers: {
        "content-type": "application/json",
        origin: this.#origin,
        cookie: this.#cookiesFor(path),
        "anteroom-proof": this.#proof,
      },
    });
    this.#keep(response);
    if (response.status !== 200)
      throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  #cookiesFor(path: string): string {
    const kept = [...this.#jar.values()].filter((cookie) => isUnder(path, cookie.path));
    return kept.map(({ pair }) => pair).join("; ");
  }

  #keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const path = /; path=([^;]*)/i.exec(line)?.[1] ?? "/";
      this.#jar.set(`${pair.split("=")[0]} ${path}`, { path, pair });
    }
  }
}

/** What the consent page shows of a client's request. */
export interface ConsentPage {
  readonly path: string;
  readonly client_name: string;
  readonly client_verified: boolean;
  readonly redirect_host: string;
  readonly loopback: boolean;
  readonly scopes: readonly string[];
  readonly person: { name: string; email: string };
  readonly workspaces: readonly {
    workspace_id: string;
    name: string;
    projects: readonly { project_id: string; name: string }[];
  }[];
}

function isUnder(path: string, cookiePath: string): boolean {
  return path === cookiePath || path.startsWith(cookiePath.endsWith("/") ? cookiePath : `${cookiePath}/`);
}
