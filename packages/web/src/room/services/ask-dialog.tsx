import { useEffect, useState, type ReactNode } from "react";
import { useText } from "../../messages/text.tsx";
import { spelledOut } from "../../review/visible-marks.ts";
import { AskCopy } from "./ask-copy.tsx";
import { AskLink } from "./ask-link.tsx";
import { AskQuestion } from "./ask-question.tsx";
import { AskSave } from "./ask-save.tsx";
import type { Ask, Asks, OpenAsk } from "./asks.ts";

export interface AskDialogProps {
  readonly open: OpenAsk;
  readonly asks: Asks;
  /** What the app is called now. */
  readonly name: string;
  readonly onFocusBack: () => void;
}

/** Puts to the person what an app asks. It says whose question it is, and looks like none of the page's own. */
export function AskDialog({ open, asks, name, onFocusBack }: AskDialogProps): ReactNode {
  const text = useText();
  const { id, ask, mayStop } = open;
  const [wasInApp] = useState(isInApp);
  useEffect(
    () => () => {
      if (wasInApp && asks.current()?.id !== id) onFocusBack();
    },
    [asks, id, wasInApp, onFocusBack],
  );
  const asked = { asks, mayStop, title: text(TITLES[kindOf(ask)], { name: spelledOut(name) }) };
  if (ask.kind === "link") return <AskLink url={ask.url} {...asked} />;
  if (ask.kind === "save") return <AskSave name={ask.name} data={ask.data} {...asked} />;
  if (ask.kind === "copy") return <AskCopy words={ask.text} {...asked} />;
  return <AskQuestion question={ask.question} {...asked} />;
}

/** A frame stands in a shadow root, whose host has the focus for the page. */
function isInApp(): boolean {
  return document.activeElement?.shadowRoot?.activeElement instanceof HTMLIFrameElement;
}

const TITLES = {
  link: "ask.link",
  save: "ask.save",
  copy: "ask.copy",
  alert: "ask.says",
  confirm: "ask.asks",
  prompt: "ask.asks",
} as const;

function kindOf(ask: Ask): keyof typeof TITLES {
  return ask.kind === "question" ? ask.question.kind : ask.kind;
}
