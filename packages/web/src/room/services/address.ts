export interface AddressParts {
  readonly before: string;
  /** Where it leads: the server, or for mail and calls whom they reach. */
  readonly host: string;
  readonly after: string;
  /** The host has letters beyond a to z, and is written in the form by which no two look alike (RFC 3492). */
  readonly isSpelled: boolean;
}

/** An address in three parts that are the whole of it. */
export function partsOfAddress(url: URL): AddressParts {
  const { protocol, href } = url;
  const hasHost = href.startsWith(`${protocol}//`);
  const before = hasHost ? `${protocol}//` : protocol;
  const host = hasHost ? url.host : url.pathname;
  return {
    before,
    host,
    after: href.slice(before.length + host.length),
    isSpelled: host.split(/[.@,]/u).some((label) => label.startsWith("xn--")),
  };
}
