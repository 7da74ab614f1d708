import { useRef, useState, type RefObject } from "react";
import { useBeginPreview, type Proposal } from "../../data/index.ts";
import { tell, useErrorText } from "../../parts/index.ts";
import { boundTo } from "../bar-state.ts";
import { filesSeen, type Reading } from "../reading.ts";

export interface Preview {
  readonly isOpen: boolean;
  /** The server is being asked. */
  readonly asking: boolean;
  /** Opens it, once the server allows it; only ever by a press. */
  readonly open: (reading: Reading) => void;
  readonly close: () => void;
  /** The button that opens it, which gets the focus back. */
  readonly opener: RefObject<HTMLButtonElement | null>;
}

/** The trial of a proposal beside its code. It ends when it is not `allowed` any more. */
export function usePreview(shown: Proposal, allowed: boolean): Preview {
  const [wanted, setWanted] = useState(false);
  const { mutate, isPending } = useBeginPreview();
  const words = useErrorText();
  const opener = useRef<HTMLButtonElement>(null);
  return {
    isOpen: wanted && allowed,
    asking: isPending,
    open(reading) {
      mutate(
        { ...boundTo(shown), files_seen: filesSeen(reading) },
        { onSuccess: () => setWanted(true), onError: (error) => tell({ text: words(error).what }) },
      );
    },
    close() {
      setWanted(false);
      opener.current?.focus();
    },
    opener,
  };
}
