import type { RuntimePlace } from "@anteroom/sandbox/host";

/** Hosts under a name, each for one app: by https, or on this machine. */
const HOSTS = /^(?:https:\/\/\*(?:\.[a-z\d-]+)+|http:\/\/\*(?:\.[a-z\d-]+)*\.localhost)(?::\d{1,5})?$/u;

/** Where a runtime is served: apps run on the one that they were approved on. */
export function runtimePlace(runtime: string): RuntimePlace {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="anteroom-apps"]');
  const apps = readHosts(meta?.content ?? "");
  return { base: `/rt/${encodeURIComponent(runtime)}`, ...(apps !== undefined && { apps }) };
}

/** The pattern of the apps' own hosts that the page was served with; undefined where there are none. */
export function readHosts(content: string): string | undefined {
  return HOSTS.test(content) ? content : undefined;
}
