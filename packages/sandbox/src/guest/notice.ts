import type { Phase, Report } from "../wire/messages.ts";
import type { SourcePlace } from "./trace.ts";
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
close.addEventListener("click", () => panel.remove());

/** What stands in the frame, or stood there until it was closed. */
let panel = element("section");
/** What stands there as long as there is nothing else to see. */
const blank = element("section");
blank.className = "blank";
blank.setAttribute("role", "status");
shadow.append(element("style", style));

/**
 * Draws a failure in the frame: in place of the app when that stopped, else in a strip below it that can be
 * closed, under those that are there, since one often explains the next. It stands in a shadow tree, so that
 * the app's styles do not reach it.
 */
export function showFailure(report: Report, stopped: boolean): void {
  if (stopped || !panel.isConnected) open(stopped);
  panel.append(element("h1", TITLES[report.phase]), element("p", report.message), ...placeLine(report));
}

function open(stopped: boolean): void {
  panel.remove();
  panel = element("section");
  panel.className = stopped ? "stopped" : "strip";
  panel.setAttribute("role", "alert");
  if (stopped) hideBlank();
  else panel.append(close);
  put(panel);
}

/** Says that there is nothing to see: `component` drew nothing, or without one the app still waits. */
export function showBlank(component: SourcePlace | undefined): void {
  if (panel.isConnected && panel.className === "stopped") return;
  const [title, text] =
    component === undefined
      ? ["The app has drawn nothing yet", "It waits for something that has not come."]
      : [
          "The app runs, but shows nothing",
          "What its component returned has nothing in it that can be seen.",
        ];
  blank.replaceChildren(element("h1", title), element("p", text), ...placeLine(component ?? {}));
  put(blank);
}

export function hideBlank(): void {
  blank.remove();
}

function put(section: HTMLElement): void {
  if (section.parentNode !== shadow) shadow.append(section);
  // Again each time: the app may have emptied the page.
  if (!host.isConnected) document.documentElement.append(host);
}

function placeLine({ file, line, column }: SourcePlace): HTMLElement[] {
  if (file === undefined) return [];
  const parts = [file, line && `line ${line}`, column && `column ${column}`];
  const made = element("p", parts.filter(Boolean).join(", "));
  made.className = "place";
  return [made];
}

function element(name: string, text = ""): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
