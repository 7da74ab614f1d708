export { client } from "./client.ts";
export { keys } from "./keys.ts";
export * from "./mutations.ts";
export * from "./queries.ts";
export * from "./workspace.ts";
