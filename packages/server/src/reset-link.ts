import { issueResetLink, type ResetLink } from "@anteroom/features";
import { Refusal } from "@anteroom/features/kernel/errors";
import { readEnvironment } from "./config.ts";
import { openDatabase } from "./database/index.ts";

export interface WantedResetLink {
  readonly email: string;
  /** Also takes the second factor and the passkeys away. */
  readonly forget_factors: boolean;
}

/**
 * Makes a reset link straight in the data folder, also beside a running server, which has to run by the same
 * settings for the link to lead to it.
 *
 * @throws CannotOpenError, and Refusal where nobody has this email or the server's address is not known
 */
export async function makeResetLink(wanted: WantedResetLink): Promise<ResetLink> {
  const { config } = readEnvironment();
  if (config.public_origin === undefined && config.port === 0) {
    throw new Refusal({
      code: "invalid_arguments",
      message: "The address of the server is not known: ANTEROOM_PORT is 0.",
      hint: "Set ANTEROOM_PORT to the port at which it runs, or ANTEROOM_PUBLIC_URL.",
    });
  }
  const { origin } = new URL(config.public_origin ?? `http://localhost:${config.port}`);
  await using database = await openDatabase({
    folder: config.data,
    lock: false,
    onSignals: () => undefined,
    onError: () => undefined,
  });
  return await issueResetLink(database.store, { ...wanted, origin });
}
