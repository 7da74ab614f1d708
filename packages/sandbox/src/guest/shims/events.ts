/**
 * The events of which a person's doing is made, and that can be sent again: not those that carry what is
 * there but once, as a drop or a paste.
 */
const REPEATABLE: ReadonlySet<string> = new Set([
  ..."click dblclick auxclick contextmenu mousedown mouseup pointerdown pointerup touchstart touchend".split(
    " ",
  ),
  ..."keydown keyup keypress beforeinput input change submit reset".split(" "),
]);

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What can be done again with an event: as the event is while its listeners run. */
export interface Repeatable {
  /** Another event like it; the browser throws for what it cannot make. */
  readonly copy: () => Event;
  /** Sends the copy to the same target; false when that is not on the page any more. */
  readonly send: (copy: Event) => boolean;
}

/** Undefined for an event that cannot be sent again with any meaning. */
export function repeatable(event: Event): Repeatable | undefined {
  const { type, target } = event;
  if (!REPEATABLE.has(type) || target === null) return undefined;
  const restore = isField(target) ? stateOf(target, type) : undefined;
  return {
    // An event has, under the same names, all that makes one.
    copy: () => new (event.constructor as new (type: string, init: Event) => Event)(type, event),
    send(copy) {
      if (target instanceof Node && !target.isConnected) return false;
      restore?.();
      target.dispatchEvent(copy);
      return true;
    },
  };
}

function isField(target: EventTarget): target is Field {
  return [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement].some((kind) => target instanceof kind);
}

/**
 * Brings a field back to what it was when its event came, since the app may have taken that back. React
 * passes on no event of a field whose value, as far as React knows, is as before.
 */
function stateOf(field: Field, type: string): (() => void) | undefined {
  const isBox = field instanceof HTMLInputElement && /^(?:checkbox|radio)$/u.test(field.type);
  if (isBox && type === "click") {
    const { checked } = field;
    // The click itself changes it.
    return () => {
      field.checked = field.type === "checkbox" && !checked;
    };
  }
  if ((type !== "input" && type !== "change") || field.type === "file") return undefined;
  const name = isBox ? "checked" : "value";
  const state: unknown = Reflect.get(field, name);
  const native = nativeSetter(field, name);
  return () => {
    Reflect.set(field, name, isBox ? !state : state === "" ? " " : "");
    native?.call(field, state);
  };
}

/** What the browser does for a property, around what React puts before it on the element. */
function nativeSetter(field: Field, name: string): ((this: Field, value: unknown) => void) | undefined {
  return Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name)?.set;
}
