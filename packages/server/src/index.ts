/** The server: what starts it, and what an operator does beside it. */
export {
  type Config,
  ConfigError,
  readEnvironment,
  readSettings,
  type Secrets,
  type Settings,
} from "./config.ts";
export { diagnose, diagnosisText } from "./doctor/index.ts";
export { issueToken } from "./issue-token.ts";
export { makeResetLink } from "./reset-link.ts";
export { operatorText, serve } from "./serve.ts";
export { type Running, startServer, type StartOptions } from "./start.ts";
export { verifyInstallation, verifyReceiptFile } from "./verify.ts";
export { receiptText, verificationText } from "./verify-text.ts";
