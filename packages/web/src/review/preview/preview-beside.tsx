import type { ReactNode } from "react";
import { PreviewPane, type PreviewPaneProps } from "./preview-pane.tsx";
import styles from "./preview.module.css";
import type { Preview } from "./use-preview.ts";

export interface PreviewBesideProps extends Omit<PreviewPaneProps, "onClose"> {
  readonly preview: Preview;
  /** The code. */
  readonly children: ReactNode;
}

/** The code of a proposal and, while it is open, its trial beside it. */
export function PreviewBeside({ preview, children, ...pane }: PreviewBesideProps): ReactNode {
  return (
    <div className={preview.isOpen ? `${styles.beside} ${styles.open}` : styles.beside}>
      {children}
      {preview.isOpen ? <PreviewPane {...pane} onClose={preview.close} /> : null}
    </div>
  );
}
