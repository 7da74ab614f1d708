import { useSyncExternalStore, type ReactNode } from "react";
import { useIntl } from "react-intl";
import { serverNow } from "../data/clock.ts";
import { useText, type Translate } from "../messages/text.tsx";
import { ageOf, type Age } from "./age.ts";

export interface TimeProps {
  /** RFC 3339, as the server sends it. */
  readonly at: string;
  /**
   * age: "4 min"; ago: "4 min ago"; date: "12 Nov"; since: "10:02" today, "12 Nov" before; moment: "10:02" today,
   * "12 Nov, 10:02" before.
   */
  readonly look?: "age" | "ago" | DateLook;
  readonly className?: string | undefined;
}

type DateLook = "date" | "since" | "moment";

const TICK_MS = 20_000;

/** One clock for all ages on the page, so that they turn together. */
function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, TICK_MS);
  return () => clearInterval(timer);
}

/** A time by its age or its date, with the exact time on hover. */
export function Time({ at, look = "age", className }: TimeProps): ReactNode {
  const text = useText();
  const intl = useIntl();
  const now = useSyncExternalStore(subscribe, () => Math.floor(serverNow() / TICK_MS) * TICK_MS);
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return null;
  const exact = intl.formatDate(moment, { dateStyle: "full", timeStyle: "medium" });
  const shown =
    look === "age" || look === "ago"
      ? sayAge(text, ageOf(moment.getTime(), now), look === "ago")
      : intl.formatDate(moment, dateParts(moment, new Date(now), look));
  return (
    <time dateTime={at} title={exact} className={className}>
      {shown}
    </time>
  );
}

/** As much of a date as is needed to know it from today. */
function dateParts(moment: Date, today: Date, look: DateLook): Intl.DateTimeFormatOptions {
  const time = { hour: "numeric", minute: "2-digit" } as const;
  if (look !== "date" && moment.toDateString() === today.toDateString()) return time;
  const year = moment.getFullYear() === today.getFullYear() ? {} : ({ year: "numeric" } as const);
  return { day: "numeric", month: "short", ...year, ...(look === "moment" && time) };
}

function sayAge(text: Translate, age: Age, ago: boolean): string {
  if (age.unit === "now") return text("time.now");
  const said =
    age.unit === "minutes"
      ? text("time.minutes", { minutes: age.minutes })
      : age.unit === "hours"
        ? text("time.hours", { hours: age.hours })
        : age.hours === 0
          ? text("time.days", { days: age.days })
          : text("time.days-hours", { days: age.days, hours: age.hours });
  return ago ? text("time.ago", { age: said }) : said;
}
