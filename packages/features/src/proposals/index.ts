/** Proposals: what agents want to put into a Room, and what people decide about it. */
export { proposalBounds } from "./service.ts";
import { decideWrite } from "./decide.ts";
import { proposeWrite } from "./writes.ts";

export const proposalWrites = [proposeWrite, decideWrite];
