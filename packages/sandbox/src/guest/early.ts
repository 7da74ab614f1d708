import { isFrameInit, WIRE_VERSION, type FrameReady } from "../wire/messages.ts";
import { leaveArrival, type Arrival } from "./arrival.ts";

// The first script of the frame. It runs while the browser still reads the second, which is long: meanwhile
// the page is asked for the app, and its code is read. None of that runs yet.
if (window.parent !== window) {
  leaveArrival(new Promise(awaitInit));
  const ready: FrameReady = { anteroom: WIRE_VERSION, type: "ready" };
  // The host's origin is not known here; the policy lets no other page frame this one.
  window.parent.postMessage(ready, "*");
}

/** Takes the one message of the host page, and with it the port. */
function awaitInit(resolve: (arrival: Arrival) => void): void {
  // Before the seal, which lets nothing of the page's through and comes later: some browsers call those that capture
  // first even at the target, others all in their order.
  window.addEventListener("message", take, { capture: true });
  function take({ source, data, ports: [port] }: MessageEvent<unknown>): void {
    if (source !== window.parent || port === undefined || !isFrameInit(data)) return;
    window.removeEventListener("message", take, { capture: true });
    const { program, packages = [] } = data;
    resolve({
      init: data,
      port,
      url: readAhead(new Blob([program.code], { type: "text/javascript" })),
      packageUrls: packages.map(readAhead),
    });
  }
}

/** Has the browser fetch and read a module, and answers its address. */
function readAhead(module: Blob): string {
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.href = URL.createObjectURL(module);
  for (const end of ["load", "error"]) link.addEventListener(end, () => link.remove());
  document.head.append(link);
  return link.href;
}
