import { defineConfig } from "vitest/config";

const DRIVEN = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
};

/** Unit tests stand beside the code; everything that drives a server or a browser is `system`. */
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
          exclude: ["**/node_modules/**"],
          // Each file starts servers and a browser of its own, and waits for them a third of its time.
          maxWorkers: 3,
        },
      },
    ],
  },
});
