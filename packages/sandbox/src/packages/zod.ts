import { config } from "zod";

// Else it tries whether it may make functions of text, which an app may not, and is told so.
config({ jitless: true });

export * from "zod";
export { default } from "zod";
