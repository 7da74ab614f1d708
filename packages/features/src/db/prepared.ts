import type { CompiledQuery, Kysely, QueryResult } from "kysely";
import type { Schema } from "./schema.ts";

const PLACE = Symbol("place of a prepared argument");

interface Place {
  readonly [PLACE]: string;
}

/** Stands for the arguments while a query is built: `args.name` becomes a bound parameter. */
type Places<Args> = { readonly [Key in keyof Args]: Args[Key] };

type Compilable<Row> = { compile(): CompiledQuery<Row> };

type Prepared<Args, Row> = (db: Kysely<Schema>, args: Args) => Promise<QueryResult<Row>>;

/**
 * Builds a query once for each dialect and only binds its arguments on each run: Kysely's own building and
 * compiling costs more than the query itself on the hot paths. Arguments may stand only where values are
 * bound, each by its name (they cannot be spread); a query whose shape depends on them is not for this.
 */
export function prepare<Args extends object, Row>(
  build: (db: Kysely<Schema>, args: Places<Args>) => Compilable<Row>,
): Prepared<Args, Row> {
  const bind = binder(build);
  return async (db, args) => await db.executeQuery(bind(db, args));
}

/**
 * The same for a query that is asked again and again with few different arguments, such as who a token is:
 * a reader that counts changes (see countChanges) is asked again only after the database has changed. The
 * rows are shared between callers, so they are frozen. Inside a write the query always runs.
 */
export function prepareRemembered<Args extends object, Row>(
  build: (db: Kysely<Schema>, args: Places<Args>) => Compilable<Row>,
): Prepared<Args, Row> {
  const bind = binder(build);
  const memories = new WeakMap<object, Memory<Row>>();
  return (db, args) => {
    const query = bind(db, args);
    const changes = changeCounters.get(db)?.();
    if (changes === undefined) return db.executeQuery(query);
    let memory = memories.get(db);
    // Counted before the query runs: what it answers may be older than a change that comes meanwhile.
    if (memory?.changes !== changes || memory.size >= MOST_REMEMBERED) {
      memory = { changes, answers: new Map(), size: 0 };
      memories.set(db, memory);
    }
    const key = JSON.stringify(query.parameters);
    if (key.length > LONGEST_REMEMBERED) return db.executeQuery(query);
    return memory.answers.get(key) ?? remember(memory, key, db.executeQuery(query));
  };
}

/** Answers and their rows of one query, together: whoever calls chooses the arguments, so they are bounded. */
const MOST_REMEMBERED = 10_000;
/** The same in characters of arguments: no id comes near it, and a made-up one may have millions. */
const LONGEST_REMEMBERED = 1024;

interface Memory<Row> {
  readonly changes: number;
  readonly answers: Map<string, Promise<QueryResult<Row>>>;
  size: number;
}

function remember<Row>(memory: Memory<Row>, key: string, asked: Promise<QueryResult<Row>>) {
  const answer = asked.then((result) => {
    memory.size += result.rows.length;
    for (const row of Object.freeze(result.rows)) Object.freeze(row);
    return result;
  });
  memory.size += 1;
  memory.answers.set(key, answer);
  answer.catch(() => memory.answers.delete(key));
  return answer;
}

const changeCounters = new WeakMap<object, () => number | undefined>();

/**
 * Lets a reader remember answers: `changes` grows with each commit that the reader could see, of this
 * process at once and of others within half a second; while nobody counts it is undefined, and nothing is
 * remembered.
 */
export function countChanges(reader: Kysely<Schema>, changes: () => number | undefined): void {
  changeCounters.set(reader, changes);
}

function binder<Args extends object, Row>(
  build: (db: Kysely<Schema>, args: Places<Args>) => Compilable<Row>,
): (db: Kysely<Schema>, args: Args) => CompiledQuery<Row> {
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
    return { ...query, parameters };
  };
}

function isPlace(value: unknown): value is Place {
  return typeof value === "object" && value !== null && PLACE in value;
}
