import {
  lazy,
  Suspense,
  useContext,
  useRef,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from "react";
import { foresee } from "./foresee.ts";
import type { IconName } from "./icon.tsx";
import { MenuKinds } from "./menu-kinds.ts";
import type { MenuOpening } from "./menu-popover.tsx";
import { MenuTrigger } from "./press.tsx";

const load = () => import("./menu-popover.tsx");
const MenuPopover = lazy(async () => ({ default: (await load()).MenuPopover }));
foresee(load);

export interface MenuProps {
  /** The Button or IconButton that opens it. */
  readonly trigger: ReactElement;
  /** The menu's accessible name. */
  readonly label: string;
  /** MenuItem, MenuChoice, MenuGroup and MenuSeparator. */
  readonly children: ReactNode;
  /** What stands above the items and cannot be chosen. */
  readonly top?: ReactNode;
  readonly placement?: "bottom end" | "bottom start" | "top start" | "top end";
}

/** Choices that belong to one thing. A sheet at the foot of a phone. What draws it is loaded apart. */
export function Menu({ trigger, ...menu }: MenuProps): ReactNode {
  const [opening, setOpening] = useState<MenuOpening | undefined>();
  const onTrigger = useTrigger(opening !== undefined, setOpening);
  return (
    <>
      <MenuTrigger value={onTrigger}>{trigger}</MenuTrigger>
      {opening ? (
        <Suspense>
          <MenuPopover {...menu} opening={opening} onClose={() => setOpening(undefined)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** As a button of the system opens its menu: a mouse by going down, a finger and a key by coming up. */
function useTrigger(isOpen: boolean, onOpen: (opening: MenuOpening) => void): ComponentProps<"button"> {
  /** The click that follows is the end of a press that has opened the menu already. */
  const opened = useRef(false);
  function open(anchor: HTMLElement, focus?: MenuOpening["focus"]): void {
    // The focus comes back to it at the end.
    anchor.focus({ preventScroll: true });
    onOpen({ anchor, focus });
  }
  return {
    "aria-haspopup": "menu",
    "aria-expanded": isOpen,
    onPointerDown: (event) => {
      opened.current = event.pointerType !== "touch" && event.button === 0;
      if (!opened.current) return;
      // Else the mouse takes the focus back to where it went down.
      event.preventDefault();
      open(event.currentTarget);
    },
    onClick: (event) => {
      if (!opened.current) open(event.currentTarget, event.detail === 0 ? "first" : undefined);
      opened.current = false;
    },
    onKeyDown: (event) => {
      opened.current = false;
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      open(event.currentTarget, event.key === "ArrowDown" ? "first" : "last");
    },
  };
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
  const kinds = useContext(MenuKinds);
  return kinds ? <kinds.Item {...props} /> : null;
}

export interface MenuChoiceProps<Value extends string = string> {
  /** What is chosen between. */
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly icon: IconName }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** One of a few that holds, within a menu. */
export function MenuChoice<Value extends string>(props: MenuChoiceProps<Value>): ReactNode {
  const kinds = useContext(MenuKinds);
  const { options, onChange } = props;
  if (!kinds) return null;
  function choose(value: string): void {
    const chosen = options.find((option) => option.value === value);
    if (chosen) onChange(chosen.value);
  }
  return <kinds.Choice {...props} onChange={choose} />;
}

export interface MenuGroupProps {
  readonly title: string;
  /** MenuItem. */
  readonly children: ReactNode;
}

/** Choices under a title of their own. */
export function MenuGroup(props: MenuGroupProps): ReactNode {
  const kinds = useContext(MenuKinds);
  return kinds ? <kinds.Group {...props} /> : null;
}

/** A line between two groups of choices. */
export function MenuSeparator(): ReactNode {
  const kinds = useContext(MenuKinds);
  return kinds ? <kinds.Line /> : null;
}
