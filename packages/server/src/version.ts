import manifest from "../package.json" with { type: "json" };

/** What this server calls itself to clients. */
export const SERVER = { name: "anteroom", version: manifest.version } as const;
