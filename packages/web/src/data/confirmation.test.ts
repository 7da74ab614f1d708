import { expect, test } from "vitest";
import { RefusalError } from "@anteroom/client";
import { confirmation, whenConfirmed } from "./confirmation.ts";

const REFUSED = new RefusalError({ code: "confirmation_required", message: "Confirm first." }, 403);

/** A deed that the server refuses until the person has confirmed. */
function guarded() {
  const door = { open: false, tries: 0 };
  const deed = async (): Promise<string> => {
    door.tries += 1;
    if (!door.open) throw REFUSED;
    return "done";
  };
  return { door, deed };
}

async function asked(): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = confirmation.subscribe(() => {
      stop();
      resolve();
    });
  });
}

test("a deed that is allowed asks nobody", async () => {
  expect(await whenConfirmed(async () => 7)).toBe(7);
  expect(confirmation.isAsked()).toBe(false);
});

test("another refusal is not a question", async () => {
  const forbidden = new RefusalError({ code: "forbidden", message: "No." }, 403);
  await expect(whenConfirmed(() => Promise.reject(forbidden))).rejects.toBe(forbidden);
  expect(confirmation.isAsked()).toBe(false);
});

test("one confirmation opens every deed that waits for it", async () => {
  const { door, deed } = guarded();
  const first = whenConfirmed(deed);
  await asked();
  const second = whenConfirmed(deed);
  await asked();
  door.open = true;
  confirmation.answer(true);
  expect(await Promise.all([first, second])).toEqual(["done", "done"]);
  expect(confirmation.isAsked()).toBe(false);
});

test("who leaves the question has done nothing, and is told so by the refusal", async () => {
  const { door, deed } = guarded();
  const done = whenConfirmed(deed);
  await asked();
  confirmation.answer(false);
  await expect(done).rejects.toBe(REFUSED);
  expect(door.tries).toBe(1);
});

test("a deed that is refused once more is not tried for ever", async () => {
  const { door, deed } = guarded();
  const done = whenConfirmed(deed);
  await asked();
  confirmation.answer(true);
  await expect(done).rejects.toBe(REFUSED);
  expect(door.tries).toBe(2);
});
