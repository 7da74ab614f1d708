import type { ReactNode } from "react";
import { useText } from "../../messages/text.tsx";
import { IconButton } from "../../parts/index.ts";
import styles from "./search-bar.module.css";
import type { Search } from "./use-search.ts";

/** The field of the search over all files, how much it found, and the ways from place to place. */
export function SearchBar({ search }: { readonly search: Search }): ReactNode {
  const text = useText();
  const { query, count, isCut, at } = search;
  const values = { at, count };
  const said =
    query === ""
      ? ""
      : count === 0
        ? text("search.none")
        : at === 0
          ? text(isCut ? "search.many-found" : "search.found", values)
          : text(isCut ? "search.at-of-many" : "search.at", values);
  return (
    <search className={styles.bar} data-covers-top="">
      <input
        ref={search.field}
        className={styles.field}
        type="search"
        aria-label={text("search.label")}
        placeholder={text("search.label")}
        value={query}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => search.type(target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") search.step(event.shiftKey ? -1 : 1);
          else if (event.key === "Escape") search.close();
          else return;
          event.preventDefault();
        }}
      />
      <span className={styles.count} role="status">
        {said}
      </span>
      <IconButton
        icon="down"
        size="small"
        className={styles.up}
        label={text("search.previous")}
        onPress={() => search.step(-1)}
      />
      <IconButton icon="down" size="small" label={text("search.next")} onPress={() => search.step(1)} />
      <IconButton icon="close" size="small" label={text("search.close")} onPress={search.close} />
    </search>
  );
}
