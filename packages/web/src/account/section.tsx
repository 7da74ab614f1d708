import { useId, type ReactNode } from "react";
import styles from "./account.module.css";

export interface SectionProps {
  readonly title: string;
  /** One line on what it is for. */
  readonly hint?: ReactNode;
  /** What can be done with all of it, beside the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One part of the account, standing on a line. */
export function Section({ title, hint, action, children }: SectionProps): ReactNode {
  const heading = useId();
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 id={heading}>{title}</h2>
          {hint === undefined ? null : <p className={styles.second}>{hint}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

/** The rows of a section. */
export function Rows({ children }: { readonly children: ReactNode }): ReactNode {
  return <ul className={styles.rows}>{children}</ul>;
}

export interface RowProps {
  readonly title: ReactNode;
  readonly second?: ReactNode;
  readonly actions?: ReactNode;
}

/** One thing, a line on it, and what can be done with it. */
export function Row({ title, second, actions }: RowProps): ReactNode {
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {second === undefined ? null : <p className={styles.second}>{second}</p>}
      </div>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </li>
  );
}
