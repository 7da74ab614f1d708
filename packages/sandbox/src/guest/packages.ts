import { LOOK_UP } from "../wire/packages.ts";
import type { Arrival } from "./arrival.ts";
import { REGISTRY } from "./registry.ts";
import { messageOf } from "./trace.ts";

/** What is imported under each name, as code of the CommonJS form takes it. */
export type Registry = Readonly<Record<string, object>>;

/** A package did not load. The app cannot start. */
export class PackageError extends Error {
  constructor(name: string, thrown: unknown) {
    super(`The package ${name} could not be loaded. ${messageOf(thrown)}`);
  }
}

/**
 * Runs the packages of an app, each after those that it needs, and answers them together with what the frame
 * has itself. A stylesheet goes to `addStyle`. @throws PackageError
 */
export async function loadPackages(
  { init, packageUrls }: Arrival,
  addStyle: (file: string, text: string) => void,
): Promise<Registry> {
  const registry: Record<string, object> = {};
  for (const [name, namespace] of Object.entries(REGISTRY)) registry[name] = importable(namespace);
  Object.defineProperty(globalThis, LOOK_UP, { configurable: true, value: (name: string) => registry[name] });
  for (const [index, { name, file }] of init.program.packages.entries()) {
    try {
      const [blob, url] = [init.packages?.[index], packageUrls[index]];
      if (blob === undefined || url === undefined) throw new Error("Its file did not come.");
      if (file.endsWith(".css")) addStyle(file, await blob.text());
      registry[name] = importable(file.endsWith(".css") ? {} : await run(url));
    } catch (error) {
      throw new PackageError(name, error);
    }
  }
  Reflect.deleteProperty(globalThis, LOOK_UP);
  return registry;
}

async function run(url: string): Promise<object> {
  const namespace: unknown = await import(/* @vite-ignore */ url);
  return namespace as object;
}

/**
 * A module as the linked code's interop takes it. Without a default export the whole module stands for it,
 * and what has nothing but a default export, as CommonJS modules have when they were built, gives out the
 * names of that.
 */
function importable(namespace: object): object {
  const whole: unknown = "default" in namespace ? namespace.default : namespace;
  const named = Object.keys(namespace).length === 1 && whole instanceof Object ? whole : {};
  const all = Object.assign({}, named, namespace, { default: whole });
  return Object.defineProperty(all, "__esModule", { value: true });
}
