import { defineWrite } from "@anteroom/features/kernel/write";

/** Two writes with one name: the writer must not start. */
export const writes = [defineWrite("test.twice", async () => 1), defineWrite("test.twice", async () => 2)];
