import { createContext, useContext, useEffect, useLayoutEffect, useRef, type ReactNode } from "react";
import { useText } from "../messages/text.tsx";
import styles from "./page.module.css";

/** How many proposals wait for this person; 0 outside the shell. Stands in the document's title. */
export const WaitingCount = createContext(0);

/** Set when the address changes within the app: the next heading that appears takes the focus. */
export const arrival = { wanted: false };

/** Names the document after the page while the calling component is there. */
function usePageTitle(page: string): void {
  const text = useText();
  const count = useContext(WaitingCount);
  const title = count === 0 ? text("app.title", { page }) : text("app.title-waiting", { page, count });
  useEffect(() => {
    document.title = title;
  }, [title]);
}

export interface PageHeadingProps {
  readonly children: ReactNode;
  /** The page's name in the document's title; the heading's own text unless given. */
  readonly title?: string;
  /** door: the large one, for sign-in and first run only. */
  readonly look?: "title" | "door";
  readonly className?: string | undefined;
}

/** The one h1 of a page. It names the document, and takes the focus when a person arrives at the page. */
export function PageHeading({ children, title, look = "title", className }: PageHeadingProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(title ?? (typeof children === "string" ? children : ""));
  useEffect(() => {
    if (!arrival.wanted) return;
    arrival.wanted = false;
    heading.current?.focus({ preventScroll: true });
  }, []);
  // What stands in while a page loads has a heading of its own, and hands the focus on to the next.
  useLayoutEffect(() => {
    const element = heading.current;
    return () => {
      if (element && document.activeElement === element) arrival.wanted = true;
    };
  }, []);
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={[styles.heading, look === "door" ? styles.door : "", className].filter(Boolean).join(" ")}
    >
      {children}
    </h1>
  );
}

export interface PageProps {
  readonly children: ReactNode;
  /** The heading's row: PageHeading, and what belongs beside it. */
  readonly head: ReactNode;
  /** Beside the content where there is room, below it elsewhere. */
  readonly aside?: ReactNode;
  /** Keeps both columns near each other, for pages of few words. */
  readonly close?: boolean;
}

/** The frame of an ordinary page in the shell. */
export function Page({ children, head, aside, close = false }: PageProps): ReactNode {
  return (
    <div className={styles.page}>
      <div className={styles.head}>{head}</div>
      {aside ? (
        <div className={close ? `${styles.columns} ${styles.close}` : styles.columns}>
          <div className={styles.content}>{children}</div>
          {aside}
        </div>
      ) : (
        <div className={styles.content}>{children}</div>
      )}
    </div>
  );
}
