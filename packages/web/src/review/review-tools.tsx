import { useId, type ReactNode } from "react";
import { useText } from "../messages/text.tsx";
import { Button, useErrorText } from "../parts/index.ts";
import type { LayoutChoice } from "./diff/use-layout.ts";
import type { Comparison } from "./diff/use-comparison.ts";
import { KeyHint } from "./key-hint.tsx";
import styles from "./review-tools.module.css";
import { SearchBar } from "./search/search-bar.tsx";
import type { Search } from "./search/use-search.ts";

export interface ReviewToolsProps {
  /** What stands before the tools: how many files there are. */
  readonly heading: ReactNode;
  /** More tools. */
  readonly children?: ReactNode;
  readonly comparison: Comparison;
  /** The comparison broke off in the browser. */
  readonly failed: boolean;
  readonly layout: LayoutChoice;
  readonly search: Search;
}

/** The row above the files: the search, what they are compared with, and how that is laid out. */
export function ReviewTools(props: ReviewToolsProps): ReactNode {
  const { heading, children, comparison, failed, layout, search } = props;
  const text = useText();
  const said = useErrorText();
  const { bases, base, error } = comparison;
  const told = error ? said(error) : undefined;
  return (
    <>
      <div className={styles.tools}>
        {heading}
        {search.isOpen ? null : (
          <Button kind="quiet" icon="search" onPress={search.open}>
            {text("search.label")}{" "}
            <KeyHint>
              <kbd className={styles.key}>/</kbd>
            </KeyHint>
          </Button>
        )}
        {bases.length > 0 ? <BaseSelect {...comparison} /> : null}
        {base && layout.choose ? <LayoutSwitch {...layout} choose={layout.choose} /> : null}
        {children}
      </div>
      {search.isOpen ? <SearchBar search={search} /> : null}
      {failed ? (
        <p className={styles.told} role="status">
          {text("diff.failed")}
        </p>
      ) : null}
      {told ? (
        <p className={styles.told} role="status">
          {[told.what, told.next].filter(Boolean).join(" ")}
        </p>
      ) : null}
    </>
  );
}

/** Which earlier version the files are compared with; none shows them whole. */
function BaseSelect({ bases, chosen, choose }: Comparison): ReactNode {
  const text = useText();
  const id = useId();
  return (
    <span className={styles.base}>
      <label htmlFor={id}>{text("diff.compare-with")}</label>
      <select id={id} value={chosen} onChange={({ target }) => choose(target.value)}>
        {bases.map(({ proposal_id, revision, kind }) => (
          <option key={proposal_id} value={proposal_id}>
            {text(kind === "approved" ? "diff.base-approved" : "diff.base-previous", { revision })}
          </option>
        ))}
        <option value="">{text("diff.base-none")}</option>
      </select>
    </span>
  );
}

type LayoutSwitchProps = LayoutChoice & { readonly choose: NonNullable<LayoutChoice["choose"]> };

function LayoutSwitch({ layout, choose }: LayoutSwitchProps): ReactNode {
  const text = useText();
  return (
    <div className={styles.seg} role="group" aria-label={text("diff.layout")}>
      <button type="button" aria-pressed={layout === "inline"} onClick={() => choose("inline")}>
        {text("diff.inline")}
      </button>
      <button type="button" aria-pressed={layout === "split"} onClick={() => choose("split")}>
        {text("diff.split")}
      </button>
    </div>
  );
}
