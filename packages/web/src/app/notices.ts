/** How a browser stands to notifications from here. */
export type NoticeLeave =
  /** It has none, or not for an address like this. */
  | "absent"
  /** It was not asked yet. */
  | "default"
  | "granted"
  | "denied";

const KEY = "anteroom.notices";
const listeners = new Set<() => void>();
let wanted: boolean | undefined;

function changed(): void {
  for (const listener of listeners) listener();
}

/** Whether this browser should tell when something waits: what its person wants, and what the browser lets us. */
export const notices = {
  leave: (): NoticeLeave =>
    typeof Notification === "undefined" || !isSecureContext ? "absent" : Notification.permission,
  areOn: (): boolean => {
    if (wanted === undefined) {
      try {
        wanted = localStorage.getItem(KEY) === "on";
      } catch {
        wanted = false;
      }
    }
    return wanted && notices.leave() === "granted";
  },
  turn: (on: boolean): void => {
    wanted = on;
    try {
      if (on) localStorage.setItem(KEY, "on");
      else localStorage.removeItem(KEY);
    } catch {
      // Storage is switched off: the choice holds until the page is left.
    }
    changed();
  },
  /** Lets the browser ask its person. To be called by a press only. */
  ask: async (): Promise<void> => {
    notices.turn((await Notification.requestPermission()) === "granted");
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    // A person may change it in the browser's own settings.
    window.addEventListener("focus", listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener("focus", listener);
    };
  },
};

export interface Notice {
  readonly title: string;
  readonly body: string;
  readonly onOpen: () => void;
}

/** A later one takes the place of it, from whichever of the open pages it comes. */
const TAG = "anteroom.approvals";

/** Shows a notification; undefined where the browser lets none be shown by a page. */
export function showNotice({ title, body, onOpen }: Notice): { close(): void } | undefined {
  try {
    const notice = new Notification(title, { body, tag: TAG });
    notice.addEventListener("click", () => {
      window.focus();
      notice.close();
      onOpen();
    });
    return notice;
  } catch {
    // Browsers of phones let only service workers show them.
    return undefined;
  }
}
