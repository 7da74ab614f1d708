import { defineConfig } from "vitest/config";

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
          name: "system",
          include: ["packages/**/*.browser.test.ts", "tests/**/*.test.ts"],
          exclude: ["**/node_modules/**"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
          // Each file starts servers and a browser of its own, and mostly waits for them: two at a time.
          maxWorkers: 2,
        },
      },
    ],
  },
});
