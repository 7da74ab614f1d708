import type { ReactElement, ReactNode } from "react";
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuTrigger,
  Popover,
  Separator,
} from "react-aria-components";
import { useLocation } from "wouter";
import { Icon, type IconName } from "./icon.tsx";
import styles from "./menu.module.css";

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
        {top ? <div className={styles.top}>{top}</div> : null}
        <AriaMenu className={styles.menu ?? ""} aria-label={label}>
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
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
  /** One of several choices, and the one that holds. */
  readonly chosen?: boolean;
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
      {props.chosen ? <Icon name="check" className={styles.chosen ?? ""} /> : null}
    </AriaMenuItem>
  );
}

/** A line between two groups of choices. */
export function MenuSeparator(): ReactNode {
  return <Separator className={styles.separator ?? ""} />;
}
