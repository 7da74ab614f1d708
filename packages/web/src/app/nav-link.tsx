import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { useText } from "../messages/text.tsx";
import { Count, Icon, type IconName } from "../parts/index.ts";
import styles from "./navigation.module.css";

export interface NavLinkProps {
  readonly href: string;
  readonly icon: IconName;
  readonly name: string;
  /** What waits there for this person. */
  readonly waiting?: number;
  /** Pages below this address belong to it too. */
  readonly nested?: boolean;
}

/** One place of the navigation. */
export function NavLink({ href, icon, name, waiting = 0, nested = false }: NavLinkProps): ReactNode {
  const text = useText();
  const [location] = useLocation();
  const here = location === href || (nested && location.startsWith(`${href}/`));
  return (
    <Link href={href} className={styles.link} aria-current={here ? "page" : undefined}>
      <Icon name={icon} />
      <span className={styles.name}>{name}</span>
      <Count
        value={waiting}
        kind="lamp"
        label={text("app.need-approval", { count: waiting })}
        className={styles.count}
      />
    </Link>
  );
}
