/** Proposals: what agents want to put into a Room, and what people decide about it. */
export {
  beginTask,
  cancelTask,
  readTask,
  readTasks,
  type Task,
  taskOperations,
  waitForTask,
} from "./tasks.ts";
export { type ApprovalFacts, readReceipt } from "./receipt.ts";
export { type VerifiedApp, verifyApps } from "./verify.ts";
export { findSampleStand, listSampleWork, type SampleStand } from "./sample-agent.ts";
import { appBounds } from "./apps.ts";
import { cardBounds } from "./card.ts";
import { replyAsAgentWrite, replyAsPersonWrite, resolveCommentWrite } from "./comment-writes.ts";
import { copyAppWrite } from "./copy-writes.ts";
import { decideWrite } from "./decide.ts";
import { decidingBounds } from "./deciding.ts";
import { historyBounds } from "./history.ts";
import { revertAppWrite } from "./history-writes.ts";
import { beginPreviewWrite, previewBounds } from "./preview.ts";
import { queueBounds } from "./queue.ts";
import { sendToAgentWrite } from "./request-writes.ts";
import { sampleAgentBounds, seatSampleAgentWrite } from "./sample-agent.ts";
import { proposingBounds } from "./service.ts";
import { beginTaskWrite, cancelTaskWrite } from "./task-writes.ts";
import { proposeWrite, withdrawWrite } from "./writes.ts";

export const proposalBounds = [
  ...proposingBounds,
  ...cardBounds,
  ...decidingBounds,
  ...queueBounds,
  ...previewBounds,
  ...historyBounds,
  ...appBounds,
  ...sampleAgentBounds,
];

export const proposalWrites = [
  proposeWrite,
  withdrawWrite,
  decideWrite,
  replyAsAgentWrite,
  replyAsPersonWrite,
  resolveCommentWrite,
  beginTaskWrite,
  cancelTaskWrite,
  beginPreviewWrite,
  revertAppWrite,
  sendToAgentWrite,
  copyAppWrite,
  seatSampleAgentWrite,
];
