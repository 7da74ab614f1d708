import { useEffect, useMemo, useState } from "react";
import { browserShelf, put, take } from "../review/shelf.ts";
import type { Pins } from "./order.ts";

/** So many pins are kept for one Room. */
const MOST = 100;

export interface PinBoard {
  readonly pins: Pins;
  readonly toggle: (instanceId: string) => void;
}

/** The tabs that a person has pinned in a Room, on this device; other windows of it follow. */
export function usePins(personId: string, roomId: string): PinBoard {
  const name = `anteroom.pins.${personId}.${roomId}`;
  const [{ kept, of }, setKept] = useState(() => keptUnder(name));
  if (of !== name) setKept(keptUnder(name));
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent): void => {
      if (key === null || key === name) setKept(keptUnder(name));
    };
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [name]);
  const pins = useMemo(() => new Set(readPins(kept)), [kept]);
  return {
    pins,
    toggle(instanceId) {
      const others = [...pins].filter((pin) => pin !== instanceId);
      const next = others.length < pins.size ? others : [...others, instanceId].slice(-MOST);
      const value = next.length === 0 ? "" : JSON.stringify(next);
      put(browserShelf, name, value);
      setKept({ kept: value, of: name });
    },
  };
}

function keptUnder(name: string): { readonly kept: string; readonly of: string } {
  return { kept: take(browserShelf, name), of: name };
}

/** The pins as they were kept; none for what anybody else wrote there. */
function readPins(kept: string): string[] {
  try {
    const value: unknown = JSON.parse(kept);
    return Array.isArray(value) ? value.filter((one) => typeof one === "string").slice(-MOST) : [];
  } catch {
    return [];
  }
}
