export { CannotOpenError } from "./cannot-open.ts";
export { type Database, openDatabase, openSnapshot } from "./open.ts";
