import type { ReactNode } from "react";
import { useText } from "../messages/text.tsx";
import { Dialog } from "../parts/index.ts";
import { SampleAgent } from "./sample-agent.tsx";

export interface SampleAgentDialogProps {
  readonly roomId: string;
  readonly onClose: () => void;
}

/** The same, asked for where there are apps already. */
export function SampleAgentDialog({ roomId, onClose }: SampleAgentDialogProps): ReactNode {
  const text = useText();
  return (
    <Dialog title={text("sample.title")} isOpen onOpenChange={onClose}>
      <SampleAgent roomId={roomId} />
    </Dialog>
  );
}
