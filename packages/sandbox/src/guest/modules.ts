import { PACKAGE, type ModuleDefinition } from "../wire/program.ts";

/** Runs one file of an app, with all that it imports, and answers its exports. */
export type Load = (file: string) => unknown;

interface LoadedModule {
  /** A file of JSON replaces its exports. */
  readonly module: { readonly exports: unknown };
  readonly round: number;
  done: boolean;
}

/**
 * Runs the modules of an app, each once. As with modules of the language, files may import one another in a
 * circle, and one that threw throws again when it is imported again. What a module throws goes through
 * untouched, not even a `finally` stands in its way, since the browser knows the place of an error only
 * where it was thrown.
 */
export function createLoader(
  definitions: Readonly<Record<string, ModuleDefinition>>,
  registry: Readonly<Record<string, object>>,
): Load {
  const known = new Map<string, LoadedModule>();
  /** A module that is not done belongs to a circle if it began in this round; else it threw. */
  let round = 0;

  function load(target: string): unknown {
    if (target.startsWith(PACKAGE)) return registry[target.slice(PACKAGE.length)];
    const before = known.get(target);
    const stands = before !== undefined && (before.done || before.round === round);
    return (stands ? before : run(target)).module.exports;
  }

  function run(file: string): LoadedModule {
    const definition = definitions[file];
    if (definition === undefined) throw new Error(`The app has no file ${file}.`);
    const [body, targets] = definition;
    const exports = {};
    const module = { exports };
    const loaded: LoadedModule = { module, round, done: false };
    known.set(file, loaded);
    const require = (specifier: unknown): unknown => {
      // A module that is done imports only on demand, and so begins anew.
      if (loaded.done) round += 1;
      return load(targetOf(targets, specifier));
    };
    body(exports, require, module);
    loaded.done = true;
    return loaded;
  }

  return load;
}

function targetOf(targets: Readonly<Record<string, string>>, specifier: unknown): string {
  const name = String(specifier);
  const target = Object.hasOwn(targets, name) ? targets[name] : undefined;
  if (target === undefined) {
    throw new Error(
      `Cannot import ${JSON.stringify(name)} here: import it at the top of the file, or by import() with its path in plain quotes.`,
    );
  }
  return target;
}
