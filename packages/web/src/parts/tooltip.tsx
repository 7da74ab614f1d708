import { useEffect, type ReactNode } from "react";
import { Tooltip, TooltipTriggerStateContext } from "react-aria-components";
import styles from "./tooltip.module.css";

export interface NameTooltipProps {
  readonly name: string;
  /** What it names. */
  readonly anchor: Element;
  /** Escape, and whatever takes the anchor from its place. */
  readonly onClose: () => void;
}

/** A name beside what has it. */
export function NameTooltip({ name, anchor, onClose }: NameTooltipProps): ReactNode {
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === "Escape") onClose();
    };
    document.addEventListener("keydown", onKey, true);
    return () => document.removeEventListener("keydown", onKey, true);
  });
  const state = { isOpen: true, shouldSkipAnimation: true, open: () => undefined, close: onClose };
  return (
    <TooltipTriggerStateContext value={state}>
      <Tooltip className={styles.tooltip ?? ""} triggerRef={{ current: anchor }} offset={6}>
        {name}
      </Tooltip>
    </TooltipTriggerStateContext>
  );
}
