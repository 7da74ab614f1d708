import type { ReactNode } from "react";
import { useText } from "../messages/text.tsx";
import { IconButton, Mark } from "../parts/index.ts";
import { chooseTheme, isDark } from "../theme/theme.ts";
import { PageHeading } from "./page.tsx";
import styles from "./hall.module.css";

export interface HallProps {
  readonly title: ReactNode;
  /** The page's name in the document's title, where the heading is a sentence. */
  readonly documentTitle?: string;
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
  /** One line on the floor before the door. */
  readonly floor?: ReactNode;
  readonly wide?: boolean;
}

/** A page before the shell: the panel is a door, and light falls from under it. */
export function Hall({ title, documentTitle, lead, children, floor, wide = false }: HallProps): ReactNode {
  const text = useText();
  return (
    <main className={wide ? `${styles.hall} ${styles.wide}` : styles.hall}>
      <div className={styles.theme}>
        <IconButton
          icon="sun"
          label={text("app.theme-change")}
          onPress={() => chooseTheme(isDark() ? "light" : "dark")}
        />
      </div>
      <div className={styles.leaf}>
        <div className={styles.head}>
          <span className={styles.brand}>
            <Mark />
            {text("app.name")}
          </span>
          <PageHeading look="door" {...(documentTitle === undefined ? {} : { title: documentTitle })}>
            {title}
          </PageHeading>
          {lead === undefined ? null : <p className={styles.lead}>{lead}</p>}
        </div>
        {children}
      </div>
      <div className={styles.floor}>{floor === undefined ? null : <p>{floor}</p>}</div>
    </main>
  );
}
