export { CannotOpenError } from "./cannot-open.ts";
export { openDatabase, type Database } from "./open.ts";
