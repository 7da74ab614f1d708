/** The product's rules and data: one line for each feature. */
import { accountBounds, accountWrites, providerBounds } from "./accounts/index.ts";
import { appDataBounds, appDataWrites } from "./app-data/index.ts";
import { authBounds, authWrites } from "./auth/index.ts";
import { eventBounds } from "./events/index.ts";
import type { Bound } from "./kernel/context.ts";
import type { Write } from "./kernel/write.ts";
import { proposalBounds, proposalWrites } from "./proposals/index.ts";
import { roomBounds, roomWrites } from "./rooms/index.ts";
import { workspaceBounds, workspaceWrites } from "./workspaces/index.ts";

export * from "./accounts/index.ts";
export { eraseDueWrite, findSharedVersions, readSharedVersions } from "./app-data/index.ts";
export * from "./auth/index.ts";
export { lastSequence, listVisibleEvents } from "./events/index.ts";
export {
  type ApprovalFacts,
  beginTask,
  cancelTask,
  findSampleStand,
  listSampleWork,
  readReceipt,
  readTask,
  readTasks,
  type SampleStand,
  type Task,
  taskOperations,
  type VerifiedApp,
  verifyApps,
  waitForTask,
} from "./proposals/index.ts";
export { DEMO, listMyResources, seedDemoWrite } from "./workspaces/index.ts";

/** Every operation with its handler. */
export const bounds: readonly Bound[] = [
  ...accountBounds,
  ...providerBounds,
  ...authBounds,
  ...workspaceBounds,
  ...eventBounds,
  ...roomBounds,
  ...appDataBounds,
  ...proposalBounds,
];

/** Every named write, for the writer. */
export const writes: readonly Write<never, unknown>[] = [
  ...accountWrites,
  ...authWrites,
  ...workspaceWrites,
  ...roomWrites,
  ...appDataWrites,
  ...proposalWrites,
];
