import { defineConfig } from "vitest/config";

/** Sites that listen for what gets out lose their patience beside another browser. */
const ALONE = ["tests/system/no-way-out.test.ts"];
const DRIVEN = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
};

/** Unit tests stand beside the code; everything that drives a server or a browser is `system`, or `alone`. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["packages/**/*.test.{ts,tsx}"],
          exclude: ["**/*.browser.test.ts", "**/node_modules/**"],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          ...DRIVEN,
          name: "system",
          include: ["packages/**/*.browser.test.ts", "tests/**/*.test.ts"],
          exclude: ["**/node_modules/**", ...ALONE],
          // Each file starts servers and a browser of its own, and mostly waits for them: two at a time.
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...DRIVEN,
          name: "alone",
          include: ALONE,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
