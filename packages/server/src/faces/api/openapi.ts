import { ERROR_CODES } from "@anteroom/features/kernel/errors";
import { type OperationShape, SCOPES } from "@anteroom/features/kernel/operation";
import type { FaceParts } from "../parts.ts";

const refusal = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: {
        code: { enum: ERROR_CODES },
        message: { type: "string", description: "What is wrong." },
        where: { type: "string", description: "Where: an argument's path, a file, a line." },
        hint: { type: "string", description: "What to do next." },
        retry_after_seconds: { type: "integer" },
      },
      required: ["code", "message"],
    },
  },
  required: ["error"],
} as const;

/** OpenAPI 3.1 of every operation, agents' and people's, with the schemas by which they are checked. */
export function openApiDocument(parts: Pick<FaceParts, "ports" | "operations" | "cookie">): object {
  const { agent, person } = parts.operations;
  const paths = [...agent.values(), ...person.values()].map(({ operation }) => [
    `/api/v1/${operation.name}`,
    { post: describe(operation) },
  ]);
  return {
    openapi: "3.1.0",
    info: {
      title: "Anteroom",
      version: parts.ports.server.version,
      description: "One address for each operation: JSON in, JSON out. Agents also call theirs as MCP tools.",
    },
    servers: [{ url: parts.ports.origin }],
    tags: [
      { name: "agents", description: "For a client's connection, by its token." },
      {
        name: "people",
        description: "For this server's own pages: the sign-in's cookie, its proof, and an Origin of ours.",
      },
    ],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: `An OAuth access token or an API token. Scopes: ${SCOPES.join(", ")}.`,
        },
        sign_in: { type: "apiKey", in: "cookie", name: parts.cookie.name },
        proof: { type: "apiKey", in: "header", name: "Anteroom-Proof" },
      },
      responses: {
        refused: { description: "Refused.", content: { "application/json": { schema: refusal } } },
      },
    },
  };
}

function describe(operation: OperationShape): object {
  return {
    operationId: operation.name,
    tags: [operation.audience === "agent" ? "agents" : "people"],
    description: operation.description,
    security: security(operation),
    requestBody: { required: true, content: { "application/json": { schema: operation.input } } },
    responses: {
      200: { description: "Done.", content: { "application/json": { schema: operation.output } } },
      default: { $ref: "#/components/responses/refused" },
    },
  };
}

function security({ audience, scope, open }: OperationShape): readonly object[] {
  if (audience === "agent") return [{ token: scope === undefined ? [] : [scope] }];
  return open === true ? [] : [{ sign_in: [], proof: [] }];
}
