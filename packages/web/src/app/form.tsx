import type { FormEvent, ReactNode } from "react";
import styles from "./form.module.css";

export interface FormProps {
  readonly onSubmit: () => void;
  readonly children: ReactNode;
  readonly id?: string;
}

/** A form whose answer is handled here and not by a page load. The browser's own checks still run. */
export function Form({ onSubmit, children, id }: FormProps): ReactNode {
  function submit(event: FormEvent): void {
    event.preventDefault();
    onSubmit();
  }
  return (
    <form id={id} className={styles.form} onSubmit={submit}>
      {children}
    </form>
  );
}

/** Two fields side by side where there is room. */
export function Pair({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.pair}>{children}</div>;
}
