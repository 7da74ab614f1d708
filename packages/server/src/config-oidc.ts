import type { IdentityProvider } from "@anteroom/features/kernel/context";

type Environment = Readonly<Record<string, string | undefined>>;

const PARTS = ["ISSUER", "CLIENT_ID", "CLIENT_SECRET", "NAME", "DOMAINS", "JOIN"] as const;
type Part = (typeof PARTS)[number];

/** An id stands in addresses and, in capitals, in the names of settings. */
const ID = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/u;
const DOMAIN = /^[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u;

export interface ReadProviders {
  readonly providers: readonly IdentityProvider[];
  /** The settings that belong to the providers. */
  readonly names: readonly string[];
  /** One sentence for each fault. */
  readonly problems: readonly string[];
}

/**
 * Reads the companies' providers: `ANTEROOM_OIDC` lists their ids, and each has its settings
 * `ANTEROOM_OIDC_<ID>_…`. Plain http is taken only for an issuer whose place stands in `egress_allow`, since
 * the server would not ask any other.
 */
export function readIdentityProviders(
  environment: Environment,
  egress_allow: readonly string[],
): ReadProviders {
  const problems: string[] = [];
  const ids = listOf(environment["ANTEROOM_OIDC"]).filter((id, index, all) => {
    if (ID.test(id) && all.indexOf(id) === index) return true;
    const shown = JSON.stringify(id.slice(0, 80));
    problems.push(
      `ANTEROOM_OIDC has ${shown}; it must list each provider once, by an id of a-z, 0-9 and hyphens. For example: ANTEROOM_OIDC=acme,other-company`,
    );
    return false;
  });
  const readers = ids.map((id) => new ProviderReader(environment, id, egress_allow));
  const providers = readers.map((reader) => reader.read());
  problems.push(...readers.flatMap((reader) => reader.problems));
  const names = readers.flatMap((reader) => PARTS.map((part) => reader.nameOf(part)));
  return { providers, names, problems: [...problems, ...sharedIssuers(providers)] };
}

/** A person is known by issuer and subject, so two providers of one issuer would be one with two rules. */
function sharedIssuers(providers: readonly IdentityProvider[]): string[] {
  const known = providers.filter(({ issuer }) => issuer !== "");
  const addresses = known.map(({ issuer }) => new URL(issuer).href);
  return known.flatMap(({ provider_id }, index) => {
    const first = known[addresses.indexOf(addresses[index] ?? "")];
    if (!first || first.provider_id === provider_id) return [];
    return [
      `ANTEROOM_OIDC has ${first.provider_id} and ${provider_id} with the same issuer. Set up each issuer once, with all its domains.`,
    ];
  });
}

/** The parts of a list with commas, without spaces around them and without empty ones. */
export function listOf(text: string | undefined): string[] {
  return (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

class ProviderReader {
  readonly problems: string[] = [];
  readonly #environment: Environment;
  readonly #id: string;
  readonly #egressAllow: readonly string[];

  constructor(environment: Environment, id: string, egress_allow: readonly string[]) {
    this.#environment = environment;
    this.#id = id;
    this.#egressAllow = egress_allow;
  }

  nameOf(part: Part): string {
    return `ANTEROOM_OIDC_${this.#id.toUpperCase().replaceAll("-", "_")}_${part}`;
  }

  read(): IdentityProvider {
    const joins = this.#joins();
    return {
      provider_id: this.#id,
      name: this.#name(),
      issuer: this.#issuer(),
      client_id: this.#needed("CLIENT_ID", "the id that the provider gave this server"),
      client_secret: this.#needed("CLIENT_SECRET", "the secret that the provider gave this server"),
      domains: this.#domains(),
      ...(joins && { joins }),
    };
  }

  #text(part: Part): string | undefined {
    return this.#environment[this.nameOf(part)]?.trim() || undefined;
  }

  #needed(part: Part, what: string): string {
    const text = this.#text(part);
    if (text === undefined) {
      this.problems.push(
        `${this.nameOf(part)} is missing: ${what}. Set it, or take ${this.#id} out of ANTEROOM_OIDC.`,
      );
    }
    return text ?? "";
  }

  #name(): string {
    const name = this.#text("NAME") ?? this.#id;
    if (!/[\p{C}\p{Zl}\p{Zp}]/u.test(name) && Array.from(name).length <= 60) return name;
    this.#refuse("NAME", "must be at most 60 characters on one line", "Acme");
    return this.#id;
  }

  /** As written, since an issuer is compared letter by letter; only its form is checked. */
  #issuer(): string {
    const text = this.#needed("ISSUER", "the address of the provider");
    if (text === "") return "";
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const plain = url && url.search === "" && url.hash === "" && url.username === "" && url.password === "";
    const named = this.#egressAllow.includes(`${url?.hostname}:${url?.port || 80}`);
    if (plain && (url.protocol === "https:" || (url.protocol === "http:" && named))) return text;
    const wanted = "must be an https address (http only for a place that ANTEROOM_EGRESS_ALLOW names)";
    this.#refuse("ISSUER", wanted, "https://sign-in.example.test");
    return "";
  }

  /** Without a domain nobody could come in: the list is what the operator trusts the provider for. */
  #domains(): string[] {
    const text = this.#needed("DOMAINS", "the domains of the emails that it may vouch for");
    return listOf(text).map((written) => {
      const domain = written.normalize("NFC").toLowerCase();
      if (!DOMAIN.test(domain))
        this.#refuse("DOMAINS", "must list domains with commas between them", "example.test");
      return domain;
    });
  }

  #joins(): "member" | "guest" | undefined {
    const role = this.#text("JOIN");
    if (role === undefined || role === "member" || role === "guest") return role;
    this.#refuse(
      "JOIN",
      "must be member or guest, or absent: then only people who are here already come in",
      "guest",
    );
    return undefined;
  }

  /** Never for a secret: it shows what was set. */
  #refuse(part: Exclude<Part, "CLIENT_ID" | "CLIENT_SECRET">, wanted: string, example: string): void {
    const name = this.nameOf(part);
    const got = JSON.stringify(this.#text(part)?.slice(0, 80));
    this.problems.push(`${name} is ${got}; it ${wanted}. For example: ${name}=${example}`);
  }
}
