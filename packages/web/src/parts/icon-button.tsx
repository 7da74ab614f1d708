import { lazy, Suspense, useEffect, useState, type ReactNode, type Ref } from "react";
import { buttonClass, type ButtonKind } from "./button.tsx";
import { foresee } from "./foresee.ts";
import { Icon, type IconName } from "./icon.tsx";
import buttonStyles from "./button.module.css";
import { Press } from "./press.tsx";

const load = () => import("./tooltip.tsx");
const NameTooltip = lazy(async () => ({ default: (await load()).NameTooltip }));
foresee(load);

export interface IconButtonProps {
  readonly icon: IconName;
  /** The accessible name, shown as a tooltip on hover and on focus. */
  readonly label: string;
  readonly onPress?: () => void;
  readonly kind?: ButtonKind;
  readonly size?: "small" | "normal";
  readonly className?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A pointer that only passes over a button asks for no name. */
const HOVER_MS = 500;

/** A button that is only a drawing; its name appears on hover and on focus. */
export function IconButton(props: IconButtonProps): ReactNode {
  const className = [buttonClass({ kind: "quiet", ...props }), buttonStyles.icon].join(" ");
  const [hovered, setHovered] = useState<Element | undefined>();
  const [named, setNamed] = useState<Element | undefined>();
  useEffect(() => {
    if (!hovered) return undefined;
    const timer = setTimeout(() => setNamed(hovered), HOVER_MS);
    return () => clearTimeout(timer);
  }, [hovered]);
  const hide = (): void => {
    setHovered(undefined);
    setNamed(undefined);
  };
  return (
    <>
      <Press
        ref={props.ref}
        className={className}
        aria-label={props.label}
        onPointerEnter={({ pointerType, currentTarget }) => {
          if (pointerType !== "touch") setHovered(currentTarget);
        }}
        onPointerLeave={hide}
        onPointerDown={hide}
        onFocus={({ target }) => setNamed(target.matches(":focus-visible") ? target : undefined)}
        onBlur={hide}
        onPress={props.onPress}
      >
        <Icon name={props.icon} />
      </Press>
      {named ? (
        <Suspense>
          <NameTooltip name={props.label} anchor={named} onClose={hide} />
        </Suspense>
      ) : null}
    </>
  );
}
