import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ApprovalFacts, readReceipt, type VerifiedApp, verifyApps } from "@anteroom/features";
import { Refusal } from "@anteroom/features/kernel/errors";
import { readEnvironment } from "./config.ts";
import { openSnapshot } from "./database/index.ts";
import { isSigned, readPublicKey, type SignedReceipt } from "./receipt-key.ts";
import { RUNTIMES } from "./runtime.ts";
import { runtimeProblem } from "./verify-runtime.ts";

export interface Verification {
  /** The key that receipts were checked against, base64url of its raw bytes. */
  readonly public_key: string;
  readonly apps: readonly VerifiedApp[];
}

/**
 * Proves of the apps that stand in the data folder's Rooms, or in one of them, that they are what was approved; reads
 * only, also beside a running server. @throws CannotOpenError, and Refusal for a Room that is not there
 */
export async function verifyInstallation(wanted: { readonly room?: string }): Promise<Verification> {
  const { data } = readEnvironment().config;
  using database = await openSnapshot(data);
  const public_key = readPublicKey(data);
  // Most apps stand on the same few.
  const runtimes = new Map<string, Promise<string | undefined>>();
  const problemOf = (version: string): Promise<string | undefined> => {
    const problem = runtimes.get(version) ?? runtimeProblem(join(data, RUNTIMES), version);
    runtimes.set(version, problem);
    return problem;
  };
  const witness = {
    isSigned: (text: string, signature: string) => isSigned({ text, signature, public_key }),
    runtimeProblem: problemOf,
  };
  return { public_key, apps: await verifyApps(database.read, witness, wanted.room) };
}

export interface VerifiedReceipt {
  /** What it says, if it can be read. */
  readonly facts?: ApprovalFacts;
  /** Why it does not hold; absent where it does. */
  readonly problem?: string;
}

/**
 * Checks a receipt that was handed out as a file: JSON of text, signature and public_key. Without `key` it has to be
 * signed by the key of the data folder. @throws CannotOpenError, and Refusal for a file that is none
 */
export function verifyReceiptFile(wanted: { readonly file: string; readonly key?: string }): VerifiedReceipt {
  const receipt = readFile(wanted.file);
  const facts = readReceipt(receipt.text);
  if (!facts) return { problem: "its text is no receipt" };
  const key = wanted.key ?? readPublicKey(readEnvironment().config.data);
  if (isSigned({ ...receipt, public_key: key })) return { facts };
  const elsewhere = receipt.public_key !== key && isSigned(receipt);
  return {
    facts,
    problem: elsewhere
      ? `it was signed by another key: ${receipt.public_key}`
      : "its signature does not hold",
  };
}

/** A receipt is short; nothing longer is read as one. */
const LONGEST = 1024 * 1024;

function readFile(file: string): SignedReceipt {
  let said: unknown;
  try {
    const text = readFileSync(file, "utf8");
    said = text.length > LONGEST ? undefined : JSON.parse(text);
  } catch (error) {
    if (error instanceof Error && "code" in error)
      throw unusable(`The file cannot be read (${String(error.code)}).`);
  }
  const receipt = Object(said) as Partial<SignedReceipt>;
  const { text, signature, public_key } = receipt;
  if ([text, signature, public_key].every((part) => typeof part === "string"))
    return receipt as SignedReceipt;
  throw unusable("The file holds no receipt: JSON with text, signature and public_key.");
}

function unusable(message: string): Refusal {
  return new Refusal({ code: "invalid_arguments", message, where: "receipt" });
}
