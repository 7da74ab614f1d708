import { useCallback, type ReactNode } from "react";
import { useIntl } from "react-intl";
import type en from "./en.json";

/** The name of one text in the catalogue. English is complete; other languages may lag behind it. */
export type MessageKey = keyof typeof en;

type Plain = string | number | Date;
type TextValues = Readonly<Record<string, Plain>>;
/** Values of a text with elements inside: `<b>…</b>` in the catalogue calls the function named `b`. */
type RichValues = Readonly<Record<string, ReactNode | Date | ((chunks: ReactNode) => ReactNode)>>;

export type Translate = (key: MessageKey, values?: TextValues) => string;

/** Gives the function that says a text of the catalogue in the page's language. */
export function useText(): Translate {
  const intl = useIntl();
  return useCallback((key, values) => intl.formatMessage({ id: key }, values), [intl]);
}

export interface MessageProps {
  readonly id: MessageKey;
  readonly values?: RichValues;
}

/** A text of the catalogue that holds elements, for example emphasis or a link. */
export function Message({ id, values }: MessageProps): ReactNode {
  const intl = useIntl();
  return intl.formatMessage({ id }, values as Record<string, ReactNode>);
}
