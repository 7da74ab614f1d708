/** Types of records (RFC 1035): addresses of version 4. */
const A = 1;
const HEADER = 12;

export interface Question {
  readonly name: string;
  readonly type: number;
  /** Where the question ends. */
  readonly end: number;
}

/** The one question of a DNS message in wire format; undefined when there is none. */
export function questionOf(message: Buffer): Question | undefined {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  if (at + 5 > message.length) return undefined;
  return { name: labels.join(".").toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** The answer to a message: that its name is this machine's loopback, or without an address that there is no such name. */
export function answerTo(message: Buffer, { type, end }: Question, isKnown: boolean): Buffer {
  const answers = isKnown && type === A ? 1 : 0;
  const header = Buffer.alloc(HEADER);
  message.copy(header, 0, 0, 2);
  header.writeUInt16BE(isKnown ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answers, 6);
  // The question's name, type and class, a minute, and four bytes of address.
  const record = Buffer.of(0xc0, HEADER, 0, A, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1);
  return Buffer.concat([header, message.subarray(HEADER, end), ...(answers === 1 ? [record] : [])]);
}
