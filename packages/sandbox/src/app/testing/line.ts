import { connectCalls, hearOfCalls } from "../../guest/calls.ts";
import { CallDesk } from "../../host/calls.ts";
import type { AppServices } from "../../host/services.ts";
import { readGuestMessage, readHostMessage, type HostMessage } from "../../wire/messages.ts";

/** Lets the app's package of this test file speak with a page that lends `services`, each message as a port carries it. */
export function connectTo(services: Omit<AppServices, "room">): void {
  const say = (message: HostMessage): void => {
    const carried = readHostMessage(structuredClone(message));
    setTimeout(() => {
      if (carried?.type === "answer" || carried?.type === "changed") hearOfCalls(carried);
    });
  };
  const room = { name: "Studio", locale: "en" };
  const desk = new CallDesk({ services: { room, ...services }, say, signal: new AbortController().signal });
  connectCalls((message) => {
    const carried = readGuestMessage(structuredClone(message));
    if (carried?.type === "call") setTimeout(() => desk.take(carried.id, carried.call));
  });
}
