import { fileURLToPath } from "node:url";
import { createOwner, createProviderHttp, DEMO, hasPeople, seedDemoWrite } from "@anteroom/features";
import type { Ports } from "@anteroom/features/kernel/context";
import { createApp, type Listener } from "./app.ts";
import type { Secrets, Settings } from "./config.ts";
import { createFetchOutside } from "./egress.ts";
import { browserOf, guardPage, signInOf } from "./faces/browser.ts";
import { loadWebApp, type WebApp } from "./faces/pages.ts";
import { listen } from "./listen.ts";
import { createLog, type Logger } from "./log.ts";
import { keepPoolMoving, letPoolGiveWay } from "./pool-priority.ts";
import type { Runtimes } from "./runtime.ts";
import { openWiring } from "./wiring.ts";

const WEB = fileURLToPath(new URL("../../web/dist/", import.meta.url));

export interface StartOptions {
  /** Makes a sample project and Room around the owner. */
  readonly demo?: boolean;
  /** Holds every answer against its output schema. For tests. */
  readonly checkOutput?: boolean;
  readonly log?: Logger;
}

export interface Running {
  /** The address that people and clients use, without a trailing slash. */
  readonly origin: string;
  readonly port: number;
  /** The link that makes the owner, while there is none. */
  readonly setUpLink?: string;
  /** Stops: takes no more requests, answers those under way and those held, writes what waits. */
  close(): Promise<void>;
}

/**
 * Starts a server: listens, opens the data folder, makes the owner if the environment names one. Requests
 * that come before it is ready wait.
 *
 * @throws CannotListenError, CannotOpenError, NoRuntimeError, and Refusal for an owner that does not do: each
 *   with a text for the operator.
 */
export async function startServer(settings: Settings, options: StartOptions = {}): Promise<Running> {
  const { config, secrets } = settings;
  const { demo = false, checkOutput = false, log = createLog(config.log) } = options;
  for (const name of settings.unknown) log.warn({ name }, "this setting is not known and does nothing");

  await using opening = new AsyncDisposableStack();
  const ready = Promise.withResolvers<Listener>();
  let listener: Listener = (request, response) => void ready.promise.then((then) => then(request, response));
  const listening = await listen((request, response) => listener(request, response), config);
  opening.defer(() => listening.close());
  // If it does not get ready: nobody is left waiting.
  opening.defer(() => ready.resolve((_, response) => void response.destroy()));

  // Half of the code that is loaded is the authorization server's: loaded while the writer's thread starts.
  const authHttp = import("@anteroom/features/auth/http");
  // Through URL, since an origin leaves the usual port out.
  const { origin } = new URL(config.public_origin ?? `http://localhost:${listening.port}`);
  const wiring = opening.use(await openWiring({ config, secrets, origin, log, demo, checkOutput }));
  const { parts } = wiring;
  await letPoolGiveWay();
  opening.use(keepPoolMoving());
  await makeOwner(parts.ports, secrets, demo);
  const web = await loadWebApp(WEB);
  const { createAuthHttp } = await authHttp;
  const auth = await createAuthHttp({
    // A guard of its own: what strangers name as documents must not keep a company's sign-in waiting.
    ports: { ...parts.ports, fetchOutside: createFetchOutside({ allow: config.egress_allow }) },
    authenticate: (request) => signInOf(parts, request),
    guard: (request, signIn) => guardPage(parts, request, signIn),
    trustProxy: config.trust_proxy,
    onError: (error) => log.error({ err: error }, "a client's sign-in failed"),
  });
  const providers = createProviderHttp({
    ports: parts.ports,
    authenticate: (request) => signInOf(parts, request),
    browserOf: (request, response, signIn) => browserOf(parts, request, { response, signIn }),
    onError: (error) => log.warn({ err: error }, "a sign-in by a provider failed"),
  });
  const app = createApp({ ...wiring, web, auth, providers });
  const setUpLink = (await hasPeople(parts.ports.store.read)) ? undefined : wiring.setUp.open(origin);
  listener = app.listener;
  ready.resolve(app.listener);
  void compressFiles(wiring.runtimes, web, log);

  const opened = opening.move();
  return {
    origin,
    port: listening.port,
    ...(setUpLink !== undefined && { setUpLink }),
    close: async () => {
      // Requests first, then what serves them: nobody loses the answer to what was done already.
      const drained = listening.close();
      await app.close();
      await drained;
      await opened.disposeAsync();
    },
  };
}

/** The owner that the environment names, while there is nobody; and the sample around whoever owns. */
async function makeOwner(ports: Ports, { owner }: Secrets, demo: boolean): Promise<void> {
  if (owner && !(await hasPeople(ports.store.read))) {
    const name = nameFrom(owner.email);
    await createOwner(ports, {
      ...owner,
      name,
      workspace_name: demo ? DEMO.workspace : `${name}'s workspace`,
    });
  }
  if (demo) await ports.store.write(seedDemoWrite, {});
}

/** How somebody begins of whom only the email is known: `ada.lovelace@example.test` is "Ada Lovelace". */
function nameFrom(email: string): string {
  const [local = ""] = email.split("@");
  const words = local.split(/[._-]+/u).filter((word) => word !== "");
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
  return name === "" ? email : name;
}

async function compressFiles(runtimes: Runtimes, web: WebApp | undefined, log: Logger): Promise<void> {
  try {
    await runtimes.compress();
    for (const file of web?.files.values() ?? []) await file.compress();
  } catch (error) {
    log.warn({ err: error }, "files are served uncompressed");
  }
}
