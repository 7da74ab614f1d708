export {
  CAPABILITIES,
  SCAN_VERSION,
  type Capability,
  type CapabilityUse,
  type FileSummary,
  type Finding,
  type FindingCode,
  type FindingData,
  type HiddenCharacters,
  type Obfuscation,
  type ScanReport,
  type Span,
  type Unread,
  type Within,
} from "./report.ts";
export { grantsOf } from "./grants.ts";
export { scanApp, type ScanOptions } from "./scan-app.ts";
export { readReport, storeReport, STORED_BYTES } from "./stored.ts";
