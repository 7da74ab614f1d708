import { Ajv, type AnySchema, type ErrorObject, type ValidateFunction } from "ajv";
import { codePoints, quote } from "@anteroom/app-format";
import type { Bound } from "@anteroom/features/kernel/context";
import type { RefusalBody } from "@anteroom/features/kernel/errors";
import type { Audience, OperationShape } from "@anteroom/features/kernel/operation";
import { Waiting } from "@anteroom/features/kernel/waiting";
import { findUnfitText } from "./json.ts";
import { type Path, placeOf } from "./place.ts";

/** A bound operation with its compiled schema, as every face calls it. */
export interface Callable {
  readonly operation: OperationShape;
  readonly handler: Bound["handler"];
  /** Why the input is refused, or undefined. `plain`: its text is known to hold no NUL or lone surrogate. */
  readonly problemWith: (input: unknown, plain: boolean) => RefusalBody | undefined;
}

export interface Operations {
  readonly agent: ReadonlyMap<string, Callable>;
  readonly person: ReadonlyMap<string, Callable>;
}

export interface OperationsOptions {
  /** Also holds each answer against the output schema, and throws where they disagree. For tests. */
  readonly checkOutput?: boolean;
}

/** Compiles the schemas of all operations. @throws Error when two share a name. */
export function createOperations(bounds: readonly Bound[], options: OperationsOptions = {}): Operations {
  // Lengths are counted in code points, which is what JSON Schema asks and what ajv does unless told not to.
  // The schemas are our own literals, checked by their tests: checking them at each start would cost most of it.
  const ajv = new Ajv({ verbose: true, allowUnionTypes: true, meta: false, validateSchema: false });
  const compile = (schema: OperationShape["input"]) => ajv.compile(schema as AnySchema);
  const tables = { agent: new Map<string, Callable>(), person: new Map<string, Callable>() };
  for (const { operation, handler } of bounds) {
    const audience: Audience = operation.audience;
    if (tables.agent.has(operation.name) || tables.person.has(operation.name)) {
      throw new Error(`Two operations are named ${operation.name}.`);
    }
    const validate = compile(operation.input);
    tables[audience].set(operation.name, {
      operation,
      handler: options.checkOutput ? checked(handler, compile(operation.output), operation.name) : handler,
      problemWith: (input, plain) => unfitText(input, plain) ?? schemaProblem(validate, input),
    });
  }
  return tables;
}

function checked(handler: Bound["handler"], validate: ValidateFunction, name: string): Bound["handler"] {
  const check = (output: unknown): unknown => {
    if (!validate(output))
      throw new Error(`${name} answered against its schema: ${JSON.stringify(validate.errors)}`);
    return output;
  };
  return async (context, input) => {
    const output = await handler(context, input);
    if (!(output instanceof Waiting)) return check(output);
    const { attempt } = output.plan;
    return new Waiting({
      ...output.plan,
      attempt: async (last) => {
        const answer = await attempt(last);
        return answer === undefined ? undefined : check(answer);
      },
    });
  };
}

function unfitText(input: unknown, plain: boolean): RefusalBody | undefined {
  const found = plain ? undefined : findUnfitText(input);
  return (
    found && {
      code: "invalid_arguments",
      message: `A text holds a ${found.what}, which cannot be stored.`,
      where: placeOf(found.path),
      hint: "Remove that character and call again.",
    }
  );
}

function schemaProblem(validate: ValidateFunction, input: unknown): RefusalBody | undefined {
  if (validate(input)) return undefined;
  const [error] = validate.errors ?? [];
  if (!error) throw new Error("A schema refused its input without saying why.");
  return describe(error, input);
}

/** One fault of an input: what was wanted, what was got, where; a foreign text is never repeated at length. */
function describe(error: ErrorObject, input: unknown): RefusalBody {
  const path = pathOf(error.instancePath, input);
  const params = error.params as Record<string, unknown>;
  const parent = error.parentSchema as { properties?: object } | undefined;
  if (error.keyword === "required") {
    const where = placeOf([...path, String(params["missingProperty"])]);
    return invalid(`${where} is missing.`, where, "Add it and call again.");
  }
  if (error.keyword === "additionalProperties") {
    const where = placeOf([...path, String(params["additionalProperty"])]);
    const known = Object.keys(parent?.properties ?? {}).join(", ");
    return invalid(
      `${where} is not known here.`,
      where,
      known === "" ? "Nothing goes here; leave it out." : `Known here: ${known}.`,
    );
  }
  const where = placeOf(path);
  const subject = where === "" ? "The input" : where;
  return invalid(`${subject} must be ${wanted(error)}; got ${got(error)}.`, where);
}

function invalid(message: string, where: string, hint?: string): RefusalBody {
  return {
    code: "invalid_arguments",
    message,
    ...(where !== "" && { where }),
    ...(hint !== undefined && { hint }),
  };
}

function wanted(error: ErrorObject): string {
  const params = error.params as { limit?: number; type?: string | string[]; allowedValues?: unknown[] };
  switch (error.keyword) {
    case "type":
      return [params.type].flat().map(nameOfType).join(" or ");
    case "enum":
      return `one of ${params.allowedValues?.map((value) => JSON.stringify(value)).join(", ")}`;
    case "maxLength":
      return `at most ${params.limit} characters long`;
    case "minLength":
      return `at least ${params.limit} characters long`;
    case "maximum":
      return `at most ${params.limit}`;
    case "minimum":
      return `at least ${params.limit}`;
    case "maxItems":
      return `a list of at most ${params.limit}`;
    default:
      return error.message ?? "otherwise";
  }
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "a text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
  null: "null",
};

function nameOfType(type: string | undefined): string {
  return TYPE_NAMES[type ?? ""] ?? "something else";
}

/** What was sent, in a few words; a short text is quoted, a long one only measured. */
function got({ data }: ErrorObject): string {
  if (typeof data === "string") {
    const length = codePoints(data);
    return length <= 40 ? quote(data) : `a text of ${length} characters`;
  }
  if (typeof data === "number" || typeof data === "boolean" || data === null) return String(data);
  return Array.isArray(data) ? `a list of ${data.length}` : "an object";
}

/** A JSON Pointer as a path; a step is an index only where the value has a list. */
function pathOf(pointer: string, input: unknown): Path {
  let value = input;
  return pointer
    .split("/")
    .slice(1)
    .map((raw) => {
      const step = raw.replaceAll("~1", "/").replaceAll("~0", "~");
      const inList = Array.isArray(value);
      value = (value as Record<string, unknown> | undefined)?.[step];
      return inList ? Number(step) : step;
    });
}
