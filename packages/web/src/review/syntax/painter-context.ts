import { createContext } from "react";
import { IDLE, type Painter } from "./painter.ts";

/** What paints the code below; without one, code is shown in one colour. */
export const PainterContext = createContext<Painter>(IDLE);
