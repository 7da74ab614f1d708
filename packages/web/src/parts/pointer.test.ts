import { expect, test, vi } from "vitest";
import { followPointer } from "./pointer.ts";

test("a press counts as ended after what its end sets off, also for who asks only then", async () => {
  const page = new EventTarget();
  const pointer = followPointer(page);
  const before = pointer.ended();
  page.dispatchEvent(new Event("pointerdown"));
  expect(pointer.isDown()).toBe(true);

  page.dispatchEvent(new Event("pointerup"));
  expect(pointer.isDown()).toBe(false);
  expect(pointer.ended()).toBe(before);
  await vi.waitFor(() => expect(pointer.ended()).toBe(before + 1));
});

test("who listens is told of the end, however it comes, until they have heard enough", async () => {
  const page = new EventTarget();
  const pointer = followPointer(page);
  const listener = vi.fn();
  const stop = pointer.subscribe(listener);
  page.dispatchEvent(new Event("pointerdown"));
  page.dispatchEvent(new Event("pointercancel"));
  await vi.waitFor(() => expect(listener).toHaveBeenCalledOnce());
  stop();
  page.dispatchEvent(new Event("pointerup"));
  await vi.waitFor(() => expect(pointer.ended()).toBe(2));
  expect(listener).toHaveBeenCalledOnce();
});
