import { showRoom } from "../app/room.ts";
import { readHostMessage, type GuestMessage, type HostMessage, type Theme } from "../wire/messages.ts";
import { takeArrival, type Arrival } from "./arrival.ts";
import { connectCalls, hearOfCalls } from "./calls.ts";
import { getterOf } from "./getter-of.ts";
import { boundHistory } from "./history.ts";
import { keepToOwnSteps } from "./own-steps.ts";
import { seal } from "./seal.ts";
import { startApp } from "./start.ts";
import { answerPreference, setTheme } from "./theme.ts";

const root = document.createElement("div");
root.id = "root";

seal();
const arrival = takeArrival();
if (arrival === undefined) {
  document.body.textContent = "An app runs here only inside its Room.";
} else {
  void arrival.then(connect);
}

/** Listens to the page and starts the app; no app code runs before. */
function connect(arrived: Arrival): void {
  const { init, port } = arrived;
  // Both bound now, so that an app that replaces them gets hold of the port neither by itself nor by an event.
  const post: (message: GuestMessage) => void = port.postMessage.bind(port);
  const dataOf = getterOf(MessageEvent.prototype, "data");
  hideEventsOf(port);
  port.addEventListener("message", (event) => {
    const message = readHostMessage(dataOf(event));
    if (message !== undefined) hear(message, post);
  });
  port.start();
  connectCalls(post);
  boundHistory(() => post({ type: "step" }));
  keepToOwnSteps();
  showTheme(init.theme);
  answerPreference(init.program);
  showRoom({ locale: navigator.language, ...init.room });
  startApp(arrived, document.body.appendChild(root), post);
}

function hear(message: HostMessage, post: (message: GuestMessage) => void): void {
  switch (message.type) {
    case "theme":
      return showTheme(message.theme);
    case "ping":
      return post({ type: "alive" });
    case "room":
      return showRoom(message.room);
    default:
      return hearOfCalls(message);
  }
}

function showTheme(theme: Theme): void {
  setTheme(theme);
  showRoom({ theme });
}

/** While an event is heard, and what awaits it goes on, it stands in `window.event`, and leads to its target. */
function hideEventsOf(target: EventTarget): void {
  const [eventOf, targetOf] = [getterOf(window, "event"), getterOf(Event.prototype, "target")];
  const get = (): unknown => {
    const event = eventOf(window) as Event | undefined;
    return event !== undefined && targetOf(event) === target ? undefined : event;
  };
  Object.defineProperty(window, "event", { ...Object.getOwnPropertyDescriptor(window, "event"), get });
}
