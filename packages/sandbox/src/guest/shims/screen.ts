import { replace, type ShimPorts } from "./ports.ts";
import type { Notice } from "../../wire/calls.ts";

const { apply } = Reflect;

/** What would reach beyond the frame and is refused by the browser: the page says so, and why is in 0015. */
export function installScreen({ notice }: Pick<ShimPorts, "notice">): void {
  replace(window, "print", () => notice("print"));
  tellBefore(Element.prototype, "requestFullscreen", "fullscreen");
  tellBefore(Element.prototype, "webkitRequestFullscreen", "fullscreen");
  if ("WakeLock" in window) tellBefore(WakeLock.prototype, "request", "wake_lock");

  function tellBefore(owner: object, name: string, kind: Notice): void {
    const native: unknown = Reflect.get(owner, name);
    if (typeof native !== "function") return;
    replace(owner, name, function (this: unknown, ...given: unknown[]): unknown {
      notice(kind);
      return apply(native, this, given);
    });
  }
}
