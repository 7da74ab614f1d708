/**
 * The `resourceLimits` to give the worker thread in which `checkFiles` runs. The parser is native code that
 * recurses, and at the end of its stack would take the whole process with it; with this stack it has room
 * for every source that a person would write. The memory is used only when it is needed; sources made to
 * fill it end the thread, not the process.
 *
 * Apart from `check.ts`, so that who starts the thread need not load the parser.
 */
export const CHECK_LIMITS = { stackSizeMb: 64, maxOldGenerationSizeMb: 1024 } as const;
