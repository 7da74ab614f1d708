import { useReducer, useRef } from "react";
import { useApprove, useDecline, useRequestChanges, type Proposal } from "../data/index.ts";
import {
  NOT_DECIDED,
  approvalOf,
  boundTo,
  decidingReducer,
  type ApproveAs,
  type Deciding,
  type Decision,
} from "./bar-state.ts";
import type { SentComment } from "./comments/sending.ts";
import { filesSeen, type Reading } from "./reading.ts";

export interface DecidingOf {
  readonly deciding: Deciding;
  readonly approve: (reading: Reading, as: ApproveAs) => void;
  /** An empty reason is none. */
  readonly decline: (reason: string) => void;
  readonly request: (reading: Reading, comments: SentComment[], onSent: () => void) => void;
}

/**
 * The person's decision on exactly what is shown. While one is under way, no second is sent. `confirms`: an
 * approval needs the person's passkey.
 */
export function useDeciding(shown: Proposal, confirms: boolean): DecidingOf {
  const [deciding, dispatch] = useReducer(decidingReducer, NOT_DECIDED);
  const { mutate: sendApproval } = useApprove();
  const { mutate: sendRefusal } = useDecline();
  const { mutate: sendRequest } = useRequestChanges();
  // Two presses can come before the first was drawn.
  const underWay = useRef(false);

  function begin(decision: Decision): boolean {
    if (underWay.current || deciding.step === "done") return false;
    underWay.current = true;
    dispatch({ type: "send", decision });
    return true;
  }
  const outcome = {
    onError: (error: Error) => dispatch({ type: "failed", error }),
    onSettled: () => {
      underWay.current = false;
    },
  };
  const done = (): void => dispatch({ type: "done" });
  return {
    deciding,
    approve(reading, as) {
      if (!begin(as)) return;
      const seen = { ...boundTo(shown), ...approvalOf(shown, as), files_seen: filesSeen(reading) };
      const onAsked = (): void => dispatch({ type: "asked" });
      sendApproval(
        { seen, confirms, onAsked },
        { ...outcome, onSuccess: (app) => dispatch({ type: "done", instanceId: app.instance_id }) },
      );
    },
    decline(reason) {
      if (!begin("decline")) return;
      sendRefusal(
        { ...boundTo(shown), ...(reason === "" ? {} : { reason }) },
        { ...outcome, onSuccess: done },
      );
    },
    request(reading, comments, onSent) {
      if (!begin("request")) return;
      sendRequest(
        { ...boundTo(shown), files_seen: filesSeen(reading), comments },
        {
          ...outcome,
          onSuccess: () => {
            done();
            onSent();
          },
        },
      );
    },
  };
}
