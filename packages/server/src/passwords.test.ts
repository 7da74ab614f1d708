import { expect, test } from "vitest";
import { createPasswords } from "./passwords.ts";

test("a password is kept as argon2id, each time with another salt, and only itself fits", async () => {
  const { hashPassword, verifyPassword } = createPasswords();
  const [one, two] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u);
  expect(one).not.toBe(two);
  expect(await verifyPassword(one, "correct horse")).toBe(true);
  expect(await verifyPassword(one, "correct horse ")).toBe(false);
});

test("a flood is refused beyond what can wait, and everybody in the queue is served", async () => {
  const { hashPassword } = createPasswords();
  const flood = await Promise.allSettled(Array.from({ length: 80 }, () => hashPassword("x")));
  const refused = flood.filter((one) => one.status === "rejected");
  expect(refused).toHaveLength(80 - 2 - 64);
  expect(refused[0]?.reason).toMatchObject({ body: { code: "rate_limited" } });
  expect(await hashPassword("x")).toContain("$argon2id$");
});
