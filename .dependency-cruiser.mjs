// The one import map (docs/ARCHITECTURE.md). Everything that no rule here allows is an error.

/** Features from the ground up: each may use only those before it, and only by index or contract. */
const FEATURE_LAYERS = [
  ["audit", "idempotency"],
  ["workspaces"],
  ["events", "accounts"],
  ["auth"],
  ["rooms"],
  ["app-data"],
  ["proposals"],
];

const TESTS = "(\\.(test|browser\\.test|arbitrary|model|fixture)\\.tsx?$|/testing/)";
const feature = (name) => `^packages/features/src/${name}/`;

function featureRules() {
  return FEATURE_LAYERS.flatMap((layer, depth) => {
    const below = FEATURE_LAYERS.slice(0, depth).flat();
    const others = FEATURE_LAYERS.flat();
    return layer.map((name) => ({
      name: `${name}-downward-by-its-door`,
      comment: "A feature uses only features below it, and only their index.ts or contract.ts.",
      severity: "error",
      from: { path: feature(name), pathNot: TESTS },
      to: {
        path: `^packages/features/src/(${others.filter((other) => other !== name).join("|")})/`,
        pathNot: below.map((other) => `${feature(other)}(index|contract)\\.ts$`),
      },
    }));
  });
}

/** A package's sources may reach only these, besides themselves and its own dependencies. */
const PACKAGES = {
  "app-format": [],
  features: ["packages/app-format"],
  sandbox: ["packages/app-format"],
  server: ["packages/features", "packages/app-format", "packages/sandbox/src/(compile|review|wire|build)"],
  client: ["packages/features/src/contract\\.ts", "packages/app-format"],
  web: ["packages/client", "packages/sandbox/src/(host|wire|review/report\\.ts)"],
  anteroom: ["packages/server", "packages/client"],
};

function packageRules() {
  return Object.entries(PACKAGES).map(([name, allowed]) => ({
    name: `${name}-reaches`,
    severity: "error",
    from: { path: `^packages/${name}/`, pathNot: TESTS },
    to: {
      path: "^(packages|tests|bench)/",
      pathNot: [`^packages/${name}/`, ...allowed.map((place) => `^${place}`)],
    },
  }));
}

export default {
  forbidden: [
    ...packageRules(),
    ...featureRules(),
    {
      name: "no-circles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "kernel-stands-alone",
      comment: "The kernel knows app-format, and of the database only the types of its rows.",
      severity: "error",
      from: { path: "^packages/features/src/kernel/", pathNot: TESTS },
      to: { path: "^packages/features/src/(?!kernel/|db/schema\\.ts$)" },
    },
    {
      name: "contracts-are-browser-safe",
      severity: "error",
      from: { path: "^packages/features/src/.*contract\\.ts$" },
      to: {
        path: "^(packages/features/src/|node:)",
        pathNot: "^packages/features/src/(kernel/(operation|schemas|errors)\\.ts|.*contract\\.ts)$",
      },
    },
    {
      name: "store-reads-tables-only",
      severity: "error",
      from: { path: "^packages/features/src/[^/]+/(store|tables)\\.ts$" },
      to: { path: "^packages/features/src/[^/]+/(service|writes|http|policy)\\.ts$" },
    },
    {
      name: "writes-do-not-serve",
      severity: "error",
      from: { path: "^packages/features/src/[^/]+/(writes|decide|policy)\\.ts$" },
      to: { path: "^packages/features/src/[^/]+/(service|http)\\.ts$" },
    },
    {
      name: "policy-is-pure",
      severity: "error",
      from: { path: "^packages/features/src/[^/]+/policy\\.ts$" },
      to: { path: "^packages/features/src/[^/]+/(store|writes)\\.ts$" },
    },
    {
      name: "guest-knows-the-wire-only",
      severity: "error",
      from: { path: "^packages/sandbox/src/(guest|app)/", pathNot: TESTS },
      to: { path: "^packages/", pathNot: ["^packages/sandbox/src/(guest|app|wire)/"] },
    },
    {
      name: "no-child-processes",
      comment: "Only tests, benches and scripts start processes, and the one that sets the pool's priority.",
      severity: "error",
      from: { path: "^packages/", pathNot: [TESTS, "^packages/server/src/pool-priority\\.ts$"] },
      to: { path: "^(node:)?child_process$" },
    },
    {
      name: "resolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "\\?" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "/dist/|^tests/apps/[^/]+/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "node", "default"],
    },
  },
};
