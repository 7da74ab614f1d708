import { type IssuedApiToken, issueApiToken, type WantedApiToken } from "@anteroom/features";
import { readEnvironment } from "./config.ts";
import { openDatabase } from "./database/index.ts";

/**
 * Issues an API token straight in the data folder, also beside a running server.
 *
 * @throws CannotOpenError, and Refusal for a person, scope, workspace or project that does not fit
 */
export async function issueToken(wanted: WantedApiToken): Promise<IssuedApiToken> {
  const { config } = readEnvironment();
  await using database = await openDatabase({
    folder: config.data,
    lock: false,
    onSignals: () => undefined,
    onError: () => undefined,
  });
  return await issueApiToken(database.store, wanted);
}
