import { useEffect, useState, type ReactElement, type ReactNode } from "react";
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Separator,
} from "react-aria-components";
import { useLocation } from "wouter";
import { Icon, type IconName } from "./icon.tsx";
import styles from "./menu.module.css";
import { pointer } from "./pointer.ts";

export interface MenuProps {
  /** The Button or IconButton that opens it. */
  readonly trigger: ReactElement;
  /** The menu's accessible name. */
  readonly label: string;
  /** MenuItem and MenuSeparator. */
  readonly children: ReactNode;
  /** What stands above the items and cannot be chosen. */
  readonly top?: ReactNode;
  readonly placement?: "bottom end" | "bottom start" | "top start" | "top end";
}

/** Choices that belong to one thing. A sheet at the foot of a phone. */
export function Menu({ trigger, label, children, top, placement = "bottom end" }: MenuProps): ReactNode {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={styles.popover ?? ""} placement={placement} offset={4}>
        <OwnPresses>
          {top ? <div className={styles.top}>{top}</div> : null}
          <AriaMenu className={styles.menu ?? ""} aria-label={label}>
            {children}
          </AriaMenu>
        </OwnPresses>
      </Popover>
    </MenuTrigger>
  );
}

/**
 * Lets only a press that began inside choose. A menu opens while the mouse is still down, and on a phone's width it
 * comes up under the pointer: to let go there would choose what nobody has read.
 */
function OwnPresses({ children }: { readonly children: ReactNode }): ReactNode {
  const [isHeld, setHeld] = useState(pointer.isDown);
  useEffect(() => {
    if (!isHeld) return;
    // What the release itself sets off comes first.
    const onRelease = (): void => void setTimeout(() => setHeld(false));
    const ends = ["pointerup", "pointercancel"] as const;
    for (const end of ends) document.addEventListener(end, onRelease, true);
    return () => {
      for (const end of ends) document.removeEventListener(end, onRelease, true);
    };
  }, [isHeld]);
  return <div className={isHeld ? styles.held : undefined}>{children}</div>;
}

export interface MenuItemProps {
  readonly children: string;
  readonly icon?: IconName;
  /** A short fact at the item's end. */
  readonly note?: string;
  readonly onAction?: () => void;
  /** A page of the app to go to instead. */
  readonly href?: string;
  readonly danger?: boolean;
}

/** One choice of a menu. */
export function MenuItem(props: MenuItemProps): ReactNode {
  const [, navigate] = useLocation();
  const { href, onAction } = props;
  return (
    <AriaMenuItem
      className={props.danger ? `${styles.item} ${styles.danger}` : (styles.item ?? "")}
      textValue={props.children}
      onAction={() => {
        onAction?.();
        if (href !== undefined) navigate(href);
      }}
    >
      {props.icon ? <Icon name={props.icon} /> : null}
      <span className={styles.text}>{props.children}</span>
      {props.note === undefined ? null : <span className={styles.note}>{props.note}</span>}
    </AriaMenuItem>
  );
}

export interface MenuChoiceProps<Value extends string> {
  /** What is chosen between. */
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly icon: IconName }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** One of a few that holds, within a menu. */
export function MenuChoice<Value extends string>(props: MenuChoiceProps<Value>): ReactNode {
  return (
    <MenuSection
      aria-label={props.label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[props.value]}
      onSelectionChange={(keys) => {
        const chosen = props.options.find((option) => keys !== "all" && keys.has(option.value));
        if (chosen) props.onChange(chosen.value);
      }}
    >
      {props.options.map((option) => (
        <AriaMenuItem
          key={option.value}
          id={option.value}
          className={styles.item ?? ""}
          textValue={option.label}
        >
          <Icon name={option.icon} />
          <span className={styles.text}>{option.label}</span>
          {option.value === props.value ? <Icon name="check" className={styles.chosen ?? ""} /> : null}
        </AriaMenuItem>
      ))}
    </MenuSection>
  );
}

/** A line between two groups of choices. */
export function MenuSeparator(): ReactNode {
  return <Separator className={styles.separator ?? ""} />;
}
