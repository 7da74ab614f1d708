export { createCompiler, type AppSource, type Compiler } from "./compiler.ts";
export { createDeviceStorage, forgetScopes, type DeviceStorage } from "./device-storage.ts";
export { findLayers } from "./layers.ts";
export { createMemoryStorage } from "./memory-storage.ts";
export { OWN_MOST, SHARED_MOST, type Used } from "./allowance.ts";
export { CallFailure, type AppServices, type ValueStore } from "./services.ts";
export { openApp, type AppHandle, type OpenAppOptions } from "./open-app.ts";
export { hasOwnHosts, type RuntimePlace } from "./runtime-frame.ts";
export { keepFrameReady } from "./spare-frame.ts";
export type { AppFailure, AppState, FailureCode, Problem } from "./state.ts";
export type { TrialListener } from "./trial.ts";
export {
  CALL_LIMITS,
  type CallAnswers,
  type CallErrorCode,
  type Notice,
  type Question,
  type RoomInfo,
  type ValueChange,
} from "../wire/calls.ts";
export type { ConsoleEntry, ConsoleLevel, RefusedKind } from "../wire/console.ts";
export type { Excerpt } from "../wire/diagnostic.ts";
export type { Theme } from "../wire/messages.ts";
export type { Layers } from "../wire/probe.ts";
