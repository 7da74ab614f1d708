import { createContext } from "react";

/** Whether the tab that a component stands in is the open one: dialogs of the others wait. */
export const TabOpen = createContext(true);
