export { OfflineError, RefusalError, isRefusal } from "./errors.ts";
export {
  createPersonClient,
  type CallOptions,
  type ConsentDecision,
  type ConsentRequest,
  type ConsentWorkspace,
  type PersonClient,
  type PersonClientOptions,
  type PersonInputs,
  type PersonOutputs,
} from "./person-client.ts";
export {
  openLive,
  type Live,
  type LiveChange,
  type LiveOptions,
  type LiveShared,
  type LiveState,
} from "./live.ts";
export type {
  ErrorCode,
  EventType,
  OperationInput,
  OperationOutput,
  PersonOperationName,
  RefusalBody,
} from "@anteroom/features/contract";
