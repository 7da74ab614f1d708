import {
  createContext,
  lazy,
  Suspense,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { createKeyReader, isTyping, letterKeys, type Shortcut } from "./key-reader.ts";

const ShortcutList = lazy(async () => ({ default: (await import("./shortcut-list.tsx")).ShortcutList }));

interface Registry {
  readonly set: (owner: string, shortcuts: readonly Shortcut[]) => void;
  readonly remove: (owner: string) => void;
  readonly showList: () => void;
}

const Shortcuts = createContext<Registry | undefined>(undefined);

/**
 * Keys that work while the calling component is there: "j", "?", or one after the other as "g c". They are
 * listed by "?", do nothing while a person types or a dialog is open, and can be switched off.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const registry = useContext(Shortcuts);
  const owner = useId();
  useEffect(() => {
    registry?.set(owner, shortcuts);
  });
  useEffect(() => () => registry?.remove(owner), [registry, owner]);
}

/** Opens the list of keys. */
export function useShortcutList(): () => void {
  const registry = useContext(Shortcuts);
  return () => registry?.showList();
}

/** Listens to the keys of everything inside, and holds their list. */
export function ShortcutsProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const all = useRef(new Map<string, readonly Shortcut[]>());
  const [listed, setListed] = useState<readonly Shortcut[] | undefined>(undefined);
  const [registry] = useState<Registry>(() => ({
    set: (owner, shortcuts) => void all.current.set(owner, shortcuts),
    remove: (owner) => void all.current.delete(owner),
    showList: () => setListed([...all.current.values()].flat()),
  }));

  useEffect(() => {
    const read = createKeyReader(() => [
      ...[...all.current.values()].flat(),
      { keys: "?", label: "", run: registry.showList },
    ]);
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!letterKeys.areOn() || isTyping(event.target) || document.querySelector("[role$=dialog]")) return;
      if (read(event.key, event.timeStamp)) event.preventDefault();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [registry]);

  return (
    <Shortcuts value={registry}>
      {children}
      {listed ? (
        <Suspense>
          <ShortcutList shortcuts={listed} onClose={() => setListed(undefined)} />
        </Suspense>
      ) : null}
    </Shortcuts>
  );
}
