import type { ReactNode } from "react";
import styles from "./icon.module.css";

/** Line drawings on a grid of 16; each is decoration beside a text or an accessible name. */
const ICONS = {
  home: <path d="M2.5 7 8 2.5 13.5 7v6.5h-4v-4h-3v4h-4z" />,
  connected: (
    <>
      <path d="M4.5 12V2.5h7V12M2.5 14h11" />
      <circle cx="9.5" cy="7.5" r=".6" />
    </>
  ),
  room: <path d="M2 6h12M2 13.5h12M3.5 6V3.5h4V6M2 6v7.5M14 6v7.5" />,
  project: <path d="M2 4h4.5L8 5.5h6v7.500H2z" />,
  members: (
    <>
      <circle cx="6" cy="5.5" r="2.2" />
      <path d="M2 13c0-2.5 1.7-4 4-4s4 1.5 4 4M10.5 3.6a2.2 2.2 0 0 1 0 3.900M11.5 9.3c1.6.4 2.5 1.7 2.5 3.7" />
    </>
  ),
  agent: (
    <>
      <rect x="3" y="5" width="10" height="7.5" rx="1.5" />
      <path d="M8 5V2.5M6 8.5v1M10 8.5v1" />
    </>
  ),
  sun: (
    <>
      <circle cx="8" cy="8" r="2.8" />
      <path d="M8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9" />
    </>
  ),
  moon: <path d="M12.8 10A5.5 5.5 0 0 1 6 3.2 5.5 5.5 0 1 0 12.8 10z" />,
  system: <path d="M2 3.5h12v7.500H2zM6 13.500h4M8 11v2.5" />,
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1" />
      <path d="M10.5 5.5v-3h-8v8h3" />
    </>
  ),
  check: <path d="m3 8.5 3.2 3.2L13 4.8" />,
  close: <path d="m4 4 8 8M12 4l-8 8" />,
  more: (
    <>
      <circle cx="3.5" cy="8" r=".7" />
      <circle cx="8" cy="8" r=".7" />
      <circle cx="12.5" cy="8" r=".7" />
    </>
  ),
  add: <path d="M8 3v10M3 8h10" />,
  down: <path d="m4 6.5 4 4 4-4" />,
  back: <path d="m9.5 3.5-4.5 4.5 4.5 4.5" />,
  play: <path d="M5 3.200v9.600L12.800 8z" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.2" />
      <path d="m10.3 10.3 3.2 3.2" />
    </>
  ),
  reload: <path d="M13 8a5 5 0 1 1-1.5-3.600M13 2v2.800h-2.8" />,
  sealed: <path d="M2.5 5 8 2.5 13.5 5v6L8 13.5 2.5 11zM2.5 5 8 7.5 13.5 5M8 7.5v6" />,
  key: (
    <>
      <circle cx="5" cy="10.5" r="2.5" />
      <path d="m7 9 6-6M11 5l1.8 1.8" />
    </>
  ),
  link: (
    <path d="M6.8 9.200a2.6 2.6 0 0 0 3.7 0l2.3-2.300a2.6 2.6 0 0 0-3.7-3.700l-.8.8M9.2 6.800a2.6 2.6 0 0 0-3.7 0L3.2 9.100a2.6 2.6 0 0 0 3.7 3.700l.8-.8" />
  ),
  warning: <path d="M8 2.5 14.5 13.500h-13zM8 6.500v3.500M8 11.700v.1" />,
  offline: (
    <path d="M2.5 6.200a8 8 0 0 1 11 0M4.7 8.700a5 5 0 0 1 6.6 0M7 11.200a1.6 1.6 0 0 1 2 0M3 13 13 3" />
  ),
  leave: <path d="M6.5 13.500h-4v-11h4M10 5l3.5 3-3.5 3M13.5 8h-8" />,
  note: <path d="M2.5 3h11v7.500H8L5 13v-2.500H2.500z" />,
  history: <path d="M2.8 6A5.5 5.5 0 1 1 2.5 8.500M2.5 3v3.200h3.200M8 5v3.200l2.2 1.3" />,
  receipt: <path d="M3.5 2.500h9v11.300l-1.5-1-1.5 1-1.5-1-1.5 1-1.5-1-1.5 1zM6 5.500h4M6 8.500h4" />,
  edit: <path d="m3 13 .7-3L10.500 3.200l2.3 2.300L6 12.300z" />,
  keys: <path d="M1.5 4.500h13v7h-13zM4 7h.1M6.5 7h.1M9 7h.1M11.5 7h.1M5 9.500h6" />,
  remove: <path d="M3 4.5h10M6 4.5v-2h4v2M4.5 4.5l.5 9h6l.5-9" />,
  pin: <path d="M6 2.500h4l-.5 4 2 2.500h-7l2-2.500zM8 9v4.500" />,
  window: <path d="M9 2.500h4.500V7M13.500 2.500l-6 6M11.500 9.500v4h-9v-9h4" />,
  forward: <path d="M6.500 3.500 11 8l-4.500 4.500" />,
  stored: (
    <path d="M3 4.500c0-1.100 2.200-2 5-2s5 .9 5 2v7c0 1.100-2.200 2-5 2s-5-.9-5-2zM3 4.500c0 1.100 2.200 2 5 2s5-.9 5-2M3 8c0 1.100 2.200 2 5 2s5-.9 5-2" />
  ),
  stop: <path d="M4 4h8v8H4z" />,
  full: <path d="M2.500 6V2.500H6M10 2.500h3.500V6M13.500 10v3.500H10M6 13.500H2.500V10" />,
  file: <path d="M4 2.500h5l3 3v8H4zM9 2.500v3h3" />,
} as const;

export type IconName = keyof typeof ICONS;

/** One 16 px drawing. It is hidden from assistive technology: the text or label beside it says it. */
export function Icon({
  name,
  className,
}: {
  readonly name: IconName;
  readonly className?: string;
}): ReactNode {
  return (
    <svg
      className={className === undefined ? styles.icon : `${styles.icon} ${className}`}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      {ICONS[name]}
    </svg>
  );
}
