import type { ReactNode } from "react";
import { Link } from "wouter";
import { PageHeading } from "../app/page.tsx";
import { useText } from "../messages/text.tsx";
import { Icon } from "../parts/index.ts";
import { VisibleName } from "../review/visible-text.tsx";
import styles from "./history.module.css";

export interface HistoryHeadProps {
  /** The ways back, the widest first. */
  readonly crumbs: readonly { readonly href: string; readonly name: string }[];
  readonly children: ReactNode;
  /** The page's name in the document's title. */
  readonly title: string;
}

/** The heading of a page of history, and the way back. */
export function HistoryHead({ crumbs, children, title }: HistoryHeadProps): ReactNode {
  const text = useText();
  return (
    <div className={styles.head}>
      <nav aria-label={text("review.breadcrumb")}>
        <ol className={styles.crumbs}>
          {crumbs.map(({ href, name }, index) => (
            <li key={href}>
              <Icon name="back" className={index > 0 ? (styles.on ?? "") : ""} />
              <Link href={href}>
                <VisibleName text={name} />
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <PageHeading title={title}>{children}</PageHeading>
    </div>
  );
}
