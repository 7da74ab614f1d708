import * as React from "react";

/**
 * Puts in place what code that was written for a bundler takes for granted: `process.env.NODE_ENV`, `global`,
 * and React by its name, which an agent forgets to import where JSX needs no import.
 */
export function installAmbient(): void {
  const ambient = { React, process: { env: { NODE_ENV: "production" } }, global: globalThis };
  for (const [name, value] of Object.entries(ambient)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}
