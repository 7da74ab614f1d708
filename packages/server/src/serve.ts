import { Refusal } from "@anteroom/features/kernel/errors";
import { ConfigError, readEnvironment, type Settings } from "./config.ts";
import { CannotOpenError } from "./database/index.ts";
import { CannotListenError } from "./listen.ts";
import { NoRuntimeError } from "./runtime.ts";
import { type Running, startServer } from "./start.ts";
import { SERVER } from "./version.ts";

/** How long repetitions of a signal count as the same one, in milliseconds. */
const SAME_SIGNAL_MS = 500;

/**
 * Serves until the process is told to stop: the first SIGINT, SIGTERM or SIGHUP lets everything under way
 * end, a second one ends at once. Prints where the server is, and the set-up link while there is no owner.
 *
 * @throws what startServer and readEnvironment throw
 */
export async function serve(options: { readonly demo: boolean }): Promise<void> {
  const settings = readEnvironment();
  const running = await startServer(settings, options);
  const stopped = stopSignal();
  process.stdout.write(banner(running, settings));
  await stopped;
  await running.close();
}

/** The text for the operator if an error is one that only the operator can mend; undefined for any other. */
export function operatorText(error: unknown): string | undefined {
  if (error instanceof ConfigError) return error.problems.join("\n");
  if (error instanceof Refusal) {
    const { message, where, hint } = error.body;
    return [where === undefined ? message : `${where}: ${message}`, hint].filter(Boolean).join("\n");
  }
  const known = [CannotOpenError, CannotListenError, NoRuntimeError];
  return known.some((kind) => error instanceof kind) ? (error as Error).message : undefined;
}

/**
 * Resolves at the first signal to stop, and from then on ends the process at another one. One Ctrl C comes
 * several times: the terminal sends it to every process, and npm and the start script pass it on besides.
 */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let first: number | undefined;
    const stop = (): void => {
      first ??= performance.now();
      if (performance.now() - first > SAME_SIGNAL_MS) process.exit(1);
      resolve();
    };
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
  });
}

function banner({ origin, setUpLink }: Running, { config }: Settings): string {
  const lines = [`Anteroom ${SERVER.version} is running at ${origin}`];
  if (setUpLink !== undefined) {
    lines.push("", "Open this link once to make the owner's account:", `  ${setUpLink}`);
  }
  lines.push("", `Data folder: ${config.data}`, "Stop with Ctrl+C.", "");
  return lines.map((line) => (line === "" ? "\n" : `  ${line}\n`)).join("");
}
