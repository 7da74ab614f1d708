import { Suspense, useEffect, type ComponentType, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { asyncMessage, isAsync } from "./async-components.ts";

export interface Drawing {
  /** The app stands on the page. */
  readonly onDrawn: () => void;
  /** An error that no boundary of the app caught; React has removed the app. */
  readonly onStopped: (thrown: unknown, componentStack: string | undefined) => void;
}

/** Draws an app's component into `container`. Errors in its events go to the window, as React does it. */
export function mount(App: ComponentType, container: Element, { onDrawn, onStopped }: Drawing): void {
  const root = createRoot(container, {
    onUncaughtError: (thrown, { componentStack }) => onStopped(thrown, componentStack),
    // React drew again, and it went well.
    onRecoverableError: () => undefined,
  });
  root.render(
    <Suspense fallback={null}>
      <App />
      <Drawn tell={onDrawn} />
    </Suspense>,
  );
}

/** Beside the app, so that it is not told of before what the app waits for has come. */
function Drawn({ tell }: { tell: () => void }): ReactNode {
  useEffect(() => tell(), [tell]);
  return null;
}

const COMPONENT_OBJECTS: readonly unknown[] = ["memo", "forward_ref", "lazy"].map((kind) =>
  Symbol.for(`react.${kind}`),
);

/** Whether React can draw `value` as a component. */
export function isComponent(value: unknown): value is ComponentType {
  if (typeof value === "function") return !isAsync(value);
  if (typeof value !== "object" || value === null || !("$$typeof" in value)) return false;
  return COMPONENT_OBJECTS.includes(value.$$typeof);
}

/** Why `isComponent` says no to the default export of `file`. */
export function whyNoComponent(file: string, value: unknown): string {
  if (isAsync(value)) return asyncMessage(`The default export of ${file}`);
  const is = value === null ? "null" : `of type ${typeof value}`;
  const what = value === undefined ? "" : ` that can be drawn: it is ${is}`;
  return `${file} has no default export${what}. Export a component: export default function App() { … }`;
}
