import { useRef, type ReactNode } from "react";
import { useLocation } from "wouter";
import { useHome, useNeedsApproval } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { LostStrip } from "./lost-strip.tsx";
import { Dock, Rail, Side, TopBar } from "./navigation.tsx";
import { useLiveUpdates } from "./live-updates.ts";
import { WaitingCount } from "./page.tsx";
import { useShortcuts } from "./shortcuts.tsx";
import { useMedia } from "./use-media.ts";
import { useNotices } from "./use-notices.ts";
import styles from "./shell.module.css";

/** The frame of every page for a signed-in person: navigation, live updates, and the page itself. */
export function Shell({ children }: { readonly children: ReactNode }): ReactNode {
  const text = useText();
  const live = useLiveUpdates();
  const home = useHome();
  const approvals = useNeedsApproval().data?.waiting;
  const waiting = approvals?.length ?? 0;
  useNotices(approvals);
  const main = useRef<HTMLElement>(null);
  const [location, navigate] = useLocation();
  // The card gives its width to the code.
  const reading = location.startsWith("/connected/proposals/");
  const wide = useMedia("(min-width: 80rem)") && !reading;
  const phone = useMedia("(max-width: 47.99rem)");
  useShortcuts([
    { keys: "g h", label: text("app.key-home"), run: () => navigate("/") },
    { keys: "g c", label: text("app.key-connected"), run: () => navigate("/connected") },
  ]);

  const navigation = { home: home.data, waiting };
  return (
    <WaitingCount value={waiting}>
      <a
        className={styles.skip}
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {text("app.skip")}
      </a>
      <div className={`${styles.app} ${wide ? styles.withSide : phone ? styles.withDock : styles.withRail}`}>
        {phone ? <TopBar {...navigation} /> : wide ? <Side {...navigation} /> : <Rail {...navigation} />}
        <main id="main" ref={main} tabIndex={-1} className={styles.main}>
          <LostStrip live={live} />
          {children}
        </main>
        {phone ? <Dock {...navigation} /> : null}
      </div>
    </WaitingCount>
  );
}
