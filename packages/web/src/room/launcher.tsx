import { useRef, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from "react";
import type { Room, RoomApp } from "../data/index.ts";
import { useText, type MessageKey } from "../messages/text.tsx";
import { Icon, type IconName, VisuallyHidden } from "../parts/index.ts";
import { VisibleName } from "../review/visible-text.tsx";
import { spelledOut } from "../review/visible-marks.ts";
import styles from "./launcher.module.css";
import type { Trouble } from "./running.ts";
import type { TabBar } from "./tabs.ts";
import { useTabDrag } from "./use-tab-drag.ts";
import type { TabOrder } from "./use-tab-order.ts";

export interface LauncherProps {
  readonly room: Room;
  readonly bar: TabBar<RoomApp>;
  readonly order: TabOrder;
  readonly isNew: (instanceId: string) => boolean;
  readonly isAsleep: (instanceId: string) => boolean;
  readonly troubleOf: (instanceId: string) => Trouble | undefined;
  readonly onOpen: (instanceId: string) => void;
  /** What belongs to the open tab, at the end of the bar. */
  readonly children?: ReactNode;
}

/** What names a tab to its panel, and the other way round. */
export const tabId = (instanceId: string): string => `tab-${instanceId}`;
export const panelId = (instanceId: string): string => `panel-${instanceId}`;

/**
 * The launcher: a tab for each app that was let in. The open one is a doorway in the sill. Arrows lead from tab to
 * tab and open none, since opening a tab starts its app; with Alt and Shift they move it.
 */
export function Launcher(props: LauncherProps): ReactNode {
  const { room, bar, order, isNew, isAsleep, troubleOf, onOpen, children } = props;
  const text = useText();
  const scroll = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string | undefined>();
  const { drag, onPointerDown, onClickCapture } = useTabDrag({ bar: scroll, onDrop: order.moveTo });
  const reached = bar.apps.some((app) => app.instance_id === focused) ? focused : bar.open?.instance_id;

  function onKeyDown(event: KeyboardEvent, id: string): void {
    const next = keyed(
      event,
      bar.apps.findIndex((app) => app.instance_id === id),
      bar.apps.length,
    );
    if (next === undefined) return;
    event.preventDefault();
    if (next.move !== undefined) order.moveTo?.(id, order.placeOf(id).at + next.move);
    else document.getElementById(tabId(bar.apps[next.focus]?.instance_id ?? ""))?.focus();
  }
  return (
    <div className={styles.bar}>
      <div className={styles.scroll} ref={scroll} onClickCapture={onClickCapture}>
        <div
          className={drag ? `${styles.tabs} ${styles.dragging}` : styles.tabs}
          role="tablist"
          aria-label={text("room.apps", { room: spelledOut(room.name) })}
          onBlur={() => setFocused(undefined)}
        >
          {bar.apps.map((app) => {
            const { instance_id: id } = app;
            return (
              <AppTab
                key={id}
                name={app.name}
                isOpen={app === bar.open}
                isReached={id === reached}
                isPinned={order.isPinned(id)}
                isNew={isNew(id)}
                isAsleep={isAsleep(id)}
                trouble={troubleOf(id)}
                data-tab={id}
                data-group={order.isPinned(id) ? "pinned" : "others"}
                data-gone={(app === bar.open && bar.gone) || undefined}
                data-dragged={drag?.id === id || undefined}
                data-drop={drag?.mark?.id === id ? drag.mark.side : undefined}
                onClick={() => onOpen(id)}
                onFocus={() => setFocused(id)}
                onKeyDown={(event) => onKeyDown(event, id)}
                onPointerDown={(event) => onPointerDown(event, id)}
              />
            );
          })}
        </div>
      </div>
      <div className={styles.tail}>{children}</div>
      <VisuallyHidden>
        <span role="status">{order.said}</span>
      </VisuallyHidden>
    </div>
  );
}

const TROUBLES = {
  hangs: { icon: "warning", word: "hang.tab" },
  failed: { icon: "warning", word: "room.failed" },
  held: { icon: "stop", word: "room.held" },
} as const satisfies Record<Trouble, { readonly icon: IconName; readonly word: MessageKey }>;

interface AppTabProps extends ComponentProps<"button"> {
  readonly "data-tab": string;
  readonly name: string;
  readonly isOpen: boolean;
  /** The one that the Tab key leads to. */
  readonly isReached: boolean;
  readonly isPinned: boolean;
  readonly isNew: boolean;
  readonly isAsleep: boolean;
  readonly trouble: Trouble | undefined;
}

function AppTab(props: AppTabProps): ReactNode {
  const { name, isOpen, isReached, isPinned, isNew, isAsleep, trouble, ...rest } = props;
  const text = useText();
  const id = rest["data-tab"];
  return (
    <button
      {...rest}
      type="button"
      role="tab"
      id={tabId(id)}
      className={styles.tab}
      aria-selected={isOpen}
      aria-controls={isOpen ? panelId(id) : undefined}
      tabIndex={isReached ? 0 : -1}
      data-asleep={isAsleep || undefined}
      ref={isOpen ? bringIntoBar : undefined}
    >
      {isPinned ? <Mark icon="pin" word={text("room.pinned")} /> : null}
      <span className={styles.name} title={spelledOut(name)}>
        <VisibleName text={name} />
      </span>
      {isAsleep ? <Mark icon="moon" word={text("room.asleep")} /> : null}
      {trouble ? <Mark icon={TROUBLES[trouble].icon} word={text(TROUBLES[trouble].word)} /> : null}
      {isNew ? (
        <>
          <i className={styles.new} />
          <VisuallyHidden>{text("room.new")}</VisuallyHidden>
        </>
      ) : null}
    </button>
  );
}

function Mark({ icon, word }: { readonly icon: IconName; readonly word: string }): ReactNode {
  return (
    <>
      <Icon name={icon} className={`${styles.mark} ${styles[icon] ?? ""}`} />
      <VisuallyHidden>{word}</VisuallyHidden>
    </>
  );
}

interface Keyed {
  /** The tab that has the focus next. */
  readonly focus: number;
  /** The places by which the tab itself is moved instead. */
  readonly move?: number;
}

/** What a key does on the tab at a place in the bar; undefined for nothing. */
function keyed(event: KeyboardEvent, at: number, of: number): Keyed | undefined {
  const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
  const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : undefined;
  if (ctrlKey || metaKey) return undefined;
  if (altKey && shiftKey && step !== undefined) return { focus: at, move: step };
  if (altKey || shiftKey) return undefined;
  if (step !== undefined) return { focus: (at + step + of) % of };
  if (key === "Home") return { focus: 0 };
  return key === "End" ? { focus: of - 1 } : undefined;
}

/** When a tab becomes the open one, when the open one comes onto the page, and when it grows, as by a mark. */
function bringIntoBar(tab: HTMLElement | null): (() => void) | undefined {
  if (!tab) return undefined;
  const bring = (): void => tab.scrollIntoView({ block: "nearest", inline: "nearest" });
  bring();
  // With its own letters the bar is of another length.
  void document.fonts.ready.then(bring);
  const growth = new ResizeObserver(() => bringSideways(tab));
  growth.observe(tab);
  return () => growth.disconnect();
}

/** Moves the bar alone: the page may be scrolled to what the person is at. */
function bringSideways(tab: HTMLElement): void {
  const bar = tab.closest("[role=tablist]")?.parentElement;
  if (!bar) return;
  const [at, box] = [tab.getBoundingClientRect(), bar.getBoundingClientRect()];
  bar.scrollLeft += Math.max(at.right - box.right, 0) || Math.min(at.left - box.left, 0);
}
