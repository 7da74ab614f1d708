import { createContext, useContext, type ComponentProps, type MouseEvent, type ReactNode } from "react";

/** What a Menu adds to the button that opens it. */
export const MenuTrigger = createContext<ComponentProps<"button"> | undefined>(undefined);

export interface PressProps extends ComponentProps<"button"> {
  readonly onPress?: (() => void) | undefined;
}

/**
 * A bare button without looks. Once pressed it has the focus, in every browser, so that what it opens can give it
 * back at its end.
 */
export function Press({ onPress, children, ...props }: PressProps): ReactNode {
  const trigger = useContext(MenuTrigger);
  function press(event: MouseEvent<HTMLButtonElement>): void {
    if (document.activeElement !== event.currentTarget) event.currentTarget.focus({ preventScroll: true });
    trigger?.onClick?.(event);
    onPress?.();
  }
  return (
    <button type="button" {...trigger} {...props} {...chained(trigger, props)} onClick={press}>
      {children}
    </button>
  );
}

/** Both sides hear of a pointer and of a key. */
function chained(
  trigger: ComponentProps<"button"> | undefined,
  props: ComponentProps<"button">,
): ComponentProps<"button"> {
  if (!trigger) return {};
  return {
    onPointerDown: (event) => {
      trigger.onPointerDown?.(event);
      props.onPointerDown?.(event);
    },
    onKeyDown: (event) => {
      trigger.onKeyDown?.(event);
      props.onKeyDown?.(event);
    },
  };
}
