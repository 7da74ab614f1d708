import { useState, useSyncExternalStore, type ReactNode } from "react";
import {
  Header,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection,
  Popover,
  Separator,
} from "react-aria-components";
import { useLocation } from "wouter";
import { Icon } from "./icon.tsx";
import { MenuKinds } from "./menu-kinds.ts";
import styles from "./menu.module.css";
import type { MenuChoiceProps, MenuGroupProps, MenuItemProps, MenuProps } from "./menu.tsx";
import { followPointer } from "./pointer.ts";

const pointer = followPointer(document);

const KINDS = { Item, Choice, Group, Line };

/** How a menu was asked for. */
export interface MenuOpening {
  /** Where it stands. */
  readonly anchor: HTMLElement;
  /** The item that has the focus; without one the menu as a whole has it. */
  readonly focus: "first" | "last" | undefined;
}

export interface MenuPopoverProps extends Omit<MenuProps, "trigger"> {
  readonly opening: MenuOpening;
  readonly onClose: () => void;
}

/** An open menu. */
export function MenuPopover(props: MenuPopoverProps): ReactNode {
  const { label, children, top, placement = "bottom end", opening, onClose } = props;
  return (
    <Popover
      className={styles.popover ?? ""}
      trigger="MenuTrigger"
      aria-label={label}
      triggerRef={{ current: opening.anchor }}
      placement={placement}
      offset={4}
      isOpen
      onOpenChange={onClose}
    >
      <OwnPresses>
        {top ? <div className={styles.top}>{top}</div> : null}
        <MenuKinds value={KINDS}>
          <AriaMenu
            className={styles.menu ?? ""}
            aria-label={label}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a menu takes the focus as it opens
            autoFocus={opening.focus ?? true}
            onClose={onClose}
          >
            {children}
          </AriaMenu>
        </MenuKinds>
      </OwnPresses>
    </Popover>
  );
}

/**
 * Lets only a press that began inside choose. A menu opens while the mouse is still down, and on a phone's width it
 * comes up under the pointer: to let go there would choose what nobody has read.
 */
function OwnPresses({ children }: { readonly children: ReactNode }): ReactNode {
  const [heldSince] = useState(() => (pointer.isDown() ? pointer.ended() : undefined));
  // A store is asked again once it is listened to: a press can end while a slow machine draws the menu.
  const isHeld = useSyncExternalStore(pointer.subscribe, pointer.ended) === heldSince;
  return <div className={isHeld ? styles.held : undefined}>{children}</div>;
}

function Item(props: MenuItemProps): ReactNode {
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

function Choice({ label, options, value, onChange }: MenuChoiceProps): ReactNode {
  return (
    <MenuSection
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = options.find((option) => keys !== "all" && keys.has(option.value));
        if (chosen) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <AriaMenuItem
          key={option.value}
          id={option.value}
          className={styles.item ?? ""}
          textValue={option.label}
        >
          <Icon name={option.icon} />
          <span className={styles.text}>{option.label}</span>
          {option.value === value ? <Icon name="check" className={styles.chosen ?? ""} /> : null}
        </AriaMenuItem>
      ))}
    </MenuSection>
  );
}

function Group({ title, children }: MenuGroupProps): ReactNode {
  return (
    <MenuSection>
      <Header className={styles.groupTitle ?? ""}>{title}</Header>
      {children}
    </MenuSection>
  );
}

function Line(): ReactNode {
  return <Separator className={styles.separator ?? ""} />;
}
