import type { KnipConfig } from "knip";
import { PACKAGES } from "./packages/sandbox/src/wire/packages.ts";

const owner = (name: string): string => /^(?:@[^/]+\/)?[^/]+/u.exec(name)?.[0] ?? name;
const wrapped = PACKAGES.flatMap(({ name, from }) => (from === undefined ? [] : [owner(name)]));
/** What the build of the apps' runtime knows from the one list alone; `react-is` is what recharts needs. */
const LISTED = [...PACKAGES.map(({ name }) => owner(name)), "react-is"].filter(
  (one) => !wrapped.includes(one),
);

const config: KnipConfig = {
  workspaces: {
    ".": {
      entry: ["scripts/*.mjs"],
      project: ["*.ts", "scripts/**"],
      ignoreDependencies: ["dependency-cruiser", "oxfmt", "oxlint", "oxlint-tsgolint"],
      ignoreBinaries: ["apt-get"],
    },
    "packages/app-format": {
      project: ["src/**"],
    },
    "packages/features": {
      project: ["src/**"],
    },
    "packages/server": {
      entry: ["src/**/*-worker.ts", "src/**/*.fixture.ts"],
      project: ["src/**"],
      ignoreBinaries: ["prlimit"],
    },
    "packages/sandbox": {
      entry: [
        "src/guest/{early,main}.ts",
        "src/guest/page.css",
        "src/host/compile-worker.ts",
        "src/packages/*.ts",
        // The declarations that apps are written against.
        "src/app/anteroom-app.d.ts",
      ],
      project: ["src/**"],
      ignoreDependencies: LISTED,
    },
    "packages/client": {
      project: ["src/**"],
    },
    "packages/web": {
      project: ["src/**"],
    },
    "packages/anteroom": {
      project: ["src/**"],
    },
    tests: {
      entry: ["**/*.test.ts"],
      project: ["**/*.ts", "!apps/*/**"],
    },
    bench: {
      entry: ["main.ts", "anteroom.ts", "bare-*.ts", "flooder.ts"],
      project: ["**/*.ts"],
    },
  },
  ignoreExportsUsedInFile: true,
};

export default config;
