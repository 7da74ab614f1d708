import { PACKAGE, type ModuleDefinition } from "../wire/program.ts";

/** Runs one file of an app, with all that it imports, and answers its exports. */
export type Load = (file: string) => unknown;

/**
 * Runs the modules of an app, each once. As with modules of the language, files may import one another in a
 * circle. What a module throws goes through untouched (nothing is caught here), since the browser knows the
 * place of an error only where it was thrown.
 */
export function createLoader(
  definitions: Readonly<Record<string, ModuleDefinition>>,
  registry: Readonly<Record<string, unknown>>,
): Load {
  const modules = new Map<string, { readonly exports: unknown }>();

  function load(target: string): unknown {
    if (target.startsWith(PACKAGE)) return registry[target.slice(PACKAGE.length)];
    return (modules.get(target) ?? run(target)).exports;
  }

  function run(file: string): { readonly exports: unknown } {
    const definition = definitions[file];
    if (definition === undefined) throw new Error(`The app has no file ${file}.`);
    const [body, targets] = definition;
    const exports = {};
    const module = { exports };
    modules.set(file, module);
    let done = false;
    try {
      body(exports, (specifier) => load(targetOf(targets, specifier)), module);
      done = true;
    } finally {
      // Imported again, it must fail again, not be there by half.
      if (!done) modules.delete(file);
    }
    return module;
  }

  return load;
}

function targetOf(targets: Readonly<Record<string, string>>, specifier: unknown): string {
  const name = String(specifier);
  const target = Object.hasOwn(targets, name) ? targets[name] : undefined;
  if (target === undefined) {
    throw new Error(`Cannot import ${JSON.stringify(name)} here: an import needs its path in plain quotes.`);
  }
  return target;
}
