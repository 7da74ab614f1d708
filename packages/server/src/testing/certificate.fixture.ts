import { generateKeyPairSync, sign } from "node:crypto";

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A certificate for a name, signed by itself, made for one run of a test; none is kept in the repository. */
export function certificateFor(name: string): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = der(0x30, der(0x06, Buffer.from("2a8648ce3d040302", "hex")));
  const who = der(
    0x30,
    der(0x31, der(0x30, der(0x06, Buffer.from("550403", "hex")), der(0x0c, Buffer.from(name)))),
  );
  const hour = (offset: number) => der(0x18, Buffer.from(timeIn(offset)));
  const names = der(0x30, der(0x82, Buffer.from(name)));
  const nameExtension = der(0x30, der(0x06, Buffer.from("551d11", "hex")), der(0x04, names));
  const signed = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    who,
    der(0x30, hour(-1), hour(1)),
    who,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(0x30, nameExtension)),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", signed, privateKey));
  const whole = der(0x30, signed, ecdsaWithSha256, signature);
  return {
    key: String(privateKey.export({ type: "pkcs8", format: "pem" })),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString("base64")}\n-----END CERTIFICATE-----\n`,
  };
}

/** One element of ASN.1's DER: what it is, how long, and what it holds. */
function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  // Browsers take the shortest form of a length only.
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  const head = length < 128 ? [tag, length] : [tag, ...long];
  return Buffer.concat([Buffer.from(head), content]);
}

/** As certificates write times. */
function timeIn(hours: number): string {
  const time = new Date(Date.now() + hours * 3_600_000).toISOString();
  return `${time.slice(0, 19).replaceAll(/[-:T]/gu, "")}Z`;
}
