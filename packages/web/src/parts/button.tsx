import type { ReactNode, Ref } from "react";
import { Link } from "wouter";
import { Icon, type IconName } from "./icon.tsx";
import styles from "./button.module.css";
import { Press } from "./press.tsx";

export type ButtonKind = "plain" | "door" | "quiet" | "stop" | "stopSolid" | "lamp";
type ButtonSize = "small" | "normal" | "big";

interface Looks {
  readonly kind?: ButtonKind;
  readonly size?: ButtonSize;
  readonly icon?: IconName;
  /** Added to the button's own class, for its place on a screen. */
  readonly className?: string | undefined;
}

export interface ButtonProps extends Looks {
  readonly children: ReactNode;
  readonly onPress?: () => void;
  readonly type?: "button" | "submit";
  /** The id of the form that it sends, where it stands outside of it. */
  readonly form?: string;
  /** Its work is under way: it keeps the focus, is dimmed, and cannot be pressed again. */
  readonly busy?: boolean;
  /**
   * Withheld: drawn as the outline of a door, and announced as not available, but it keeps the focus and
   * `onPress` is still called, which must say why.
   */
  readonly held?: boolean;
  /** The accessible name, where the visible words alone are not enough; it must begin with them. */
  readonly label?: string;
  readonly describedBy?: string | undefined;
  readonly expanded?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** The class names of a button's looks. */
export function buttonClass({ kind = "plain", size = "normal", className }: Looks): string {
  return [
    styles.button,
    kind === "plain" ? "" : styles[kind],
    size === "normal" ? "" : styles[size],
    className,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Something that a person can press. There is no disabled one: say why instead, or leave it out. */
export function Button(props: ButtonProps): ReactNode {
  const {
    busy = false,
    held = false,
    icon,
    children,
    ref,
    form,
    label,
    describedBy,
    expanded,
    onPress,
  } = props;
  return (
    <Press
      className={[buttonClass(props), held && styles.held, busy && styles.busy].filter(Boolean).join(" ")}
      // While busy, Enter in a field must not send the form a second time.
      type={busy ? "button" : (props.type ?? "button")}
      {...((held || busy) && { "aria-disabled": true })}
      {...(ref && { ref })}
      {...(form !== undefined && { form })}
      {...(label !== undefined && { "aria-label": label })}
      {...(describedBy !== undefined && { "aria-describedby": describedBy })}
      {...(expanded !== undefined && { "aria-expanded": expanded })}
      {...(onPress && !busy && { onPress })}
    >
      {icon ? <Icon name={icon} /> : null}
      {children}
    </Press>
  );
}

export interface ButtonLinkProps extends Looks {
  readonly href: string;
  readonly children: ReactNode;
  readonly label?: string;
}

/** A link to another page of the app that looks like a button. */
export function ButtonLink(props: ButtonLinkProps): ReactNode {
  return (
    <Link href={props.href} className={buttonClass(props)} aria-label={props.label}>
      {props.icon ? <Icon name={props.icon} /> : null}
      {props.children}
    </Link>
  );
}
