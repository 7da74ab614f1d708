import type { CompiledQuery, Kysely, QueryResult } from "kysely";
import type { Schema } from "./schema.ts";

const PLACE = Symbol("place of a prepared argument");

interface Place {
  readonly [PLACE]: string;
}

/** Stands for the arguments while a query is built: `args.name` becomes a bound parameter. */
type Places<Args> = { readonly [Key in keyof Args]: Args[Key] };

type Compilable<Row> = { compile(): CompiledQuery<Row> };

/**
 * Builds a query once for each dialect and only binds its arguments on each run: Kysely's own building and
 * compiling costs more than the query itself on the hot paths. Arguments may stand only where values are
 * bound, each by its name (they cannot be spread); a query whose shape depends on them is not for this.
 */
export function prepare<Args extends object, Row>(
  build: (db: Kysely<Schema>, args: Places<Args>) => Compilable<Row>,
): (db: Kysely<Schema>, args: Args) => Promise<QueryResult<Row>> {
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  const places = new Proxy({} as Places<Args>, {
    get: (_, name): Place => ({ [PLACE]: String(name) }),
  });
  return (db, args) => {
    const dialect = db.getExecutor().adapter;
    let query = compiled.get(dialect);
    if (!query) {
      query = build(db, places).compile();
      compiled.set(dialect, query);
    }
    const bound = args as Record<string, unknown>;
    const parameters = query.parameters.map((value) => (isPlace(value) ? bound[value[PLACE]] : value));
    return db.executeQuery<Row>({ ...query, parameters });
  };
}

function isPlace(value: unknown): value is Place {
  return typeof value === "object" && value !== null && PLACE in value;
}
