import {
  isFrameInit,
  WIRE_VERSION,
  type FrameInit,
  type FrameReady,
  type GuestMessage,
  type HostMessage,
  type Theme,
} from "../wire/messages.ts";
import { seal } from "./seal.ts";
import { startApp } from "./start.ts";

const root = document.createElement("div");
root.id = "root";

seal();
if (window.parent === window) {
  document.body.textContent = "An app runs here only inside its Room.";
} else {
  window.addEventListener("message", takeInit);
  const ready: FrameReady = { anteroom: WIRE_VERSION, type: "ready" };
  // The host's origin is not known here; the policy lets no other page frame this one.
  window.parent.postMessage(ready, "*");
}

/** Takes the one message of the host page, and with it the port; no app code runs before. */
function takeInit({ source, data, ports: [port] }: MessageEvent<unknown>): void {
  if (source !== window.parent || port === undefined || !isFrameInit(data)) return;
  window.removeEventListener("message", takeInit);
  connect(port, data);
}

function connect(port: MessagePort, init: FrameInit): void {
  // Bound now, so that an app that replaces the method never gets hold of the port.
  const post: (message: GuestMessage) => void = port.postMessage.bind(port);
  port.addEventListener("message", ({ data }: MessageEvent<HostMessage>) => {
    if (data.type === "theme") setTheme(data.theme);
    else post({ type: "alive" });
  });
  port.start();
  setTheme(init.theme);
  if (init.console === true) post({ type: "alive" });
  startApp(init, document.body.appendChild(root), post);
}

function setTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
}
