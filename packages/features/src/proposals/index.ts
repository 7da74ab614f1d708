/** Proposals: what agents want to put into a Room, and what people decide about it. */
export { proposalBounds } from "./service.ts";
export {
  beginTask,
  cancelTask,
  readTask,
  readTasks,
  type Task,
  taskOperations,
  waitForTask,
} from "./tasks.ts";
import { decideWrite } from "./decide.ts";
import { beginTaskWrite, cancelTaskWrite } from "./task-writes.ts";
import { proposeWrite } from "./writes.ts";

export const proposalWrites = [proposeWrite, decideWrite, beginTaskWrite, cancelTaskWrite];
