import type { ReactNode } from "react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import { useText } from "../../messages/text.tsx";
import styles from "./preview.module.css";

/** `phone` is 390 px; `desktop` at least 1,024 px, drawn smaller where there is less room. */
export type Width = "phone" | "desktop";

export interface WidthChoiceProps {
  readonly width: Width;
  readonly onChange: (width: Width) => void;
}

/** How wide the page is that the app is shown on. */
export function WidthChoice({ width, onChange }: WidthChoiceProps): ReactNode {
  const text = useText();
  return (
    <ToggleButtonGroup
      className={styles.widths ?? ""}
      aria-label={text("preview.width")}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[width]}
      onSelectionChange={(keys) => onChange(keys.has("desktop") ? "desktop" : "phone")}
    >
      <ToggleButton id="phone">{text("preview.phone")}</ToggleButton>
      <ToggleButton id="desktop">{text("preview.desktop")}</ToggleButton>
    </ToggleButtonGroup>
  );
}
