import type { Phase, Report } from "../wire/messages.ts";
import style from "./notice.css?raw";

const TITLES: Readonly<Record<Phase, string>> = {
  load: "The app could not start",
  draw: "The app stopped while drawing",
  run: "Something in the app failed",
  policy: "The app reached for something that is not allowed",
};

const host = document.createElement("div");
const shadow = host.attachShadow({ mode: "open" });
const close = element("button", "Close");
close.addEventListener("click", () => host.remove());

/** What stands in the frame, or stood there until it was closed. */
let panel = element("section");

/**
 * Draws a failure in the frame: in place of the app when that stopped, else in a strip below it that can be
 * closed, under those that are there, since one often explains the next. It stands in a shadow tree, so that
 * the app's styles do not reach it.
 */
export function showFailure(report: Report, stopped: boolean): void {
  if (stopped || !panel.isConnected) open(stopped);
  panel.append(element("h1", TITLES[report.phase]), element("p", report.message));
  if (report.file !== undefined) panel.append(placeLine(report));
}

function open(stopped: boolean): void {
  panel = element("section");
  panel.className = stopped ? "stopped" : "strip";
  panel.setAttribute("role", "alert");
  if (!stopped) panel.append(close);
  shadow.replaceChildren(element("style", style), panel);
  // Again each time: the app may have emptied the page.
  document.documentElement.append(host);
}

function placeLine({ file, line, column }: Report): HTMLElement {
  const parts = [file, line && `line ${line}`, column && `column ${column}`];
  const made = element("p", parts.filter(Boolean).join(", "));
  made.className = "place";
  return made;
}

function element(name: string, text = ""): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
