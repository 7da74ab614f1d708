import type { ElementType, Key, ReactElement } from "react";

type MakeElement = (type: ElementType, props: unknown, key?: Key) => ReactElement;

/** Whether a component is async. React would wait for such a one anew each time that it draws, without end. */
export function isAsync(component: unknown): boolean {
  return (
    typeof component === "function" &&
    (component as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag] === "AsyncFunction"
  );
}

export function asyncMessage(name: string): string {
  return `${name} is async, which no component can be here. Load in an effect, and draw what has come.`;
}

/** `make` as it is, but that it names such a component where it is used. */
export function withoutAsync(make: MakeElement): MakeElement {
  return (type, props, key) => {
    if (isAsync(type)) throw new TypeError(asyncMessage(`<${(type as { name: string }).name}>`));
    return make(type, props, key);
  };
}
