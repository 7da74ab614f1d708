export { createCompiler, type AppSource, type Compiler } from "./compiler.ts";
export { openApp, type AppHandle, type OpenAppOptions } from "./open-app.ts";
export type { AppFailure, AppState, FailureCode, Problem } from "./state.ts";
export type { TrialListener } from "./trial.ts";
export type { ConsoleEntry, ConsoleLevel, RefusedKind } from "../wire/console.ts";
export type { Excerpt } from "../wire/diagnostic.ts";
export type { Theme } from "../wire/messages.ts";
