import { expect, test } from "vitest";
import { createPasswords } from "./passwords.ts";

const SOMEBODY = { address: "192.0.2.1" };

test("a password is kept as argon2id, each time with another salt, and only itself fits", async () => {
  const { hashPassword, verifyPassword } = createPasswords();
  const [one, two] = await Promise.all([
    hashPassword("correct horse", SOMEBODY),
    hashPassword("correct horse", SOMEBODY),
  ]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u);
  expect(one).not.toBe(two);
  expect(await verifyPassword(one, "correct horse", SOMEBODY)).toBe(true);
  expect(await verifyPassword(one, "correct horse ", SOMEBODY)).toBe(false);
});

test("a flood from one address is refused beyond its share, and everybody in the queue is served", async () => {
  const { hashPassword } = createPasswords(2);
  const flood = Array.from({ length: 80 }, () => hashPassword("x", SOMEBODY));
  const neighbour = hashPassword("x", { address: "192.0.2.2" });
  const done = await Promise.allSettled(flood);
  const refused = done.filter((one) => one.status === "rejected");
  expect(refused).toHaveLength(80 - 2 - 16);
  expect(refused[0]?.reason).toMatchObject({ body: { code: "rate_limited" } });
  expect(await neighbour).toContain("$argon2id$");
  expect(await hashPassword("x", SOMEBODY)).toContain("$argon2id$");
});

test("whatever number of addresses floods, who is known is served among the first, and never refused", async () => {
  const { hashPassword } = createPasswords(2);
  const order: string[] = [];
  const flood = Array.from({ length: 200 }, (_, index) =>
    hashPassword("x", { address: `192.0.2.${index}` }).then(
      () => void order.push("stranger"),
      () => void order.push("refused"),
    ),
  );
  const known = { ...SOMEBODY, person_id: "pers_1" };
  const own = ["first", "second"].map((name) => hashPassword("x", known).then(() => void order.push(name)));
  await Promise.all([...flood, ...own]);
  expect(order.filter((one) => one === "refused")).toHaveLength(200 - 2 - 64);
  const served = order.filter((one) => one !== "refused");
  // By turns with strangers, who would otherwise all come first: they were there before.
  expect(served.slice(0, 20)).toEqual(expect.arrayContaining(["first", "second"]));
});
