import type { ReactNode, Ref } from "react";
import { Button as AriaButton, Tooltip, TooltipTrigger, type PressEvent } from "react-aria-components";
import { buttonClass, type ButtonKind } from "./button.tsx";
import { Icon, type IconName } from "./icon.tsx";
import buttonStyles from "./button.module.css";
import styles from "./icon-button.module.css";

export interface IconButtonProps {
  readonly icon: IconName;
  /** The accessible name, shown as a tooltip on hover and on focus. */
  readonly label: string;
  readonly onPress?: (event: PressEvent) => void;
  readonly kind?: ButtonKind;
  readonly size?: "small" | "normal";
  readonly className?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button that is only a drawing; its name appears on hover and on focus. */
export function IconButton(props: IconButtonProps): ReactNode {
  const className = [buttonClass({ kind: "quiet", ...props }), buttonStyles.icon].join(" ");
  return (
    <TooltipTrigger delay={500}>
      <AriaButton
        {...(props.ref ? { ref: props.ref } : {})}
        className={className}
        aria-label={props.label}
        {...(props.onPress ? { onPress: props.onPress } : {})}
      >
        <Icon name={props.icon} />
      </AriaButton>
      <Tooltip className={styles.tooltip ?? ""} offset={6}>
        {props.label}
      </Tooltip>
    </TooltipTrigger>
  );
}
