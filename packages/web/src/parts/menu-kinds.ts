import { createContext, type ComponentType } from "react";
import type { MenuChoiceProps, MenuGroupProps, MenuItemProps } from "./menu.tsx";

/** What draws the things in a menu; there inside an open one. */
export const MenuKinds = createContext<
  | {
      readonly Item: ComponentType<MenuItemProps>;
      readonly Choice: ComponentType<MenuChoiceProps>;
      readonly Group: ComponentType<MenuGroupProps>;
      readonly Line: ComponentType;
    }
  | undefined
>(undefined);
