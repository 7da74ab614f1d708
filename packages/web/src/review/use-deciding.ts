import { useReducer, useRef } from "react";
import { useApprove, useDecline, type Proposal } from "../data/index.ts";
import { NOT_DECIDED, boundTo, decidingReducer, type Deciding, type Decision } from "./bar-state.ts";
import { filesSeen, type Reading } from "./reading.ts";

export interface DecidingOf {
  readonly deciding: Deciding;
  readonly approve: (reading: Reading) => void;
  /** An empty reason is none. */
  readonly decline: (reason: string) => void;
}

/**
 * The person's decision on exactly what is shown. While one is under way, no second is sent. `confirms`: an
 * approval needs the person's passkey.
 */
export function useDeciding(shown: Proposal, confirms: boolean): DecidingOf {
  const [deciding, dispatch] = useReducer(decidingReducer, NOT_DECIDED);
  const { mutate: sendApproval } = useApprove();
  const { mutate: sendRefusal } = useDecline();
  // Two presses can come before the first was drawn.
  const underWay = useRef(false);

  function begin(decision: Decision): boolean {
    if (underWay.current || deciding.step === "done") return false;
    underWay.current = true;
    dispatch({ type: "send", decision });
    return true;
  }
  const outcome = {
    onSuccess: () => dispatch({ type: "done" }),
    onError: (error: Error) => dispatch({ type: "failed", error }),
    onSettled: () => {
      underWay.current = false;
    },
  };
  return {
    deciding,
    approve(reading) {
      if (!begin("approve")) return;
      const seen = { ...boundTo(shown), files_seen: filesSeen(reading) };
      const onAsked = (): void => dispatch({ type: "asked" });
      sendApproval({ seen, confirms, onAsked }, outcome);
    },
    decline(reason) {
      if (begin("decline")) sendRefusal({ ...boundTo(shown), ...(reason === "" ? {} : { reason }) }, outcome);
    },
  };
}
