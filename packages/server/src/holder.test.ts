import { setImmediate } from "node:timers/promises";
import { Waiting } from "@anteroom/features/kernel/waiting";
import { expect, test } from "vitest";
import { PeerGone } from "./body.ts";
import { Holder, NotSignedIn } from "./holder.ts";
import { Hub } from "./hub.ts";

const ALLOWED = { topics: [], stillAllowed: async () => true };

function setUp(seconds = 50) {
  const hub = new Hub();
  const holder = new Holder(hub);
  const state: { answer?: string; attempts: boolean[] } = { attempts: [] };
  const waiting = new Waiting<string>({
    seconds,
    topics: ["resource:r"],
    subject: "s",
    attempt: async (last) => {
      state.attempts.push(last);
      return state.answer ?? (last ? "nothing" : undefined);
    },
  });
  return { hub, holder, state, waiting };
}

test("a call is answered by the wake after which there is something to say", async () => {
  const { hub, holder, state, waiting } = setUp();
  const { answer } = holder.hold(waiting, ALLOWED);
  await setImmediate();
  hub.publish("resource:r");
  await setImmediate();
  expect(holder.count("s")).toBe(1);
  state.answer = "decided";
  hub.publish("resource:r");
  expect(await answer).toBe("decided");
  expect(holder.count("s")).toBe(0);
});

test("what changes during the first attempt is not missed", async () => {
  const { hub, holder } = setUp();
  let found: string | undefined;
  const waiting = new Waiting<string>({
    seconds: 50,
    topics: ["resource:r"],
    attempt: async () => {
      const seen = found;
      await setImmediate();
      if (found === undefined) {
        found = "came while we looked";
        hub.publish("resource:r");
      }
      return seen;
    },
  });
  expect(await holder.hold(waiting, ALLOWED).answer).toBe("came while we looked");
});

test("when its time is up a call gets the answer for that, and one that does not wait gets it at once", async () => {
  const { holder, state, waiting } = setUp(0.01);
  expect(await holder.hold(waiting, ALLOWED).answer).toBe("nothing");
  expect(state.attempts).toEqual([false, true]);
  const none = setUp(0);
  expect(await none.holder.hold(none.waiting, ALLOWED).answer).toBe("nothing");
  expect(none.state.attempts).toEqual([true]);
});

test("rights are asked for at each wake, and a caller without them gets nothing", async () => {
  const { hub, holder, state, waiting } = setUp();
  let allowed = true;
  const held = holder.hold(waiting, { topics: ["connection:c"], stillAllowed: async () => allowed });
  await setImmediate();
  allowed = false;
  state.answer = "too late for you";
  hub.publish("connection:c");
  await expect(held.answer).rejects.toBeInstanceOf(NotSignedIn);
});

test("a call that its caller gave up makes no further attempt", async () => {
  const { hub, holder, state, waiting } = setUp();
  const held = holder.hold(waiting, ALLOWED);
  await setImmediate();
  held.cancel();
  await expect(held.answer).rejects.toBeInstanceOf(PeerGone);
  hub.publish("resource:r");
  await setImmediate();
  expect(state.attempts).toEqual([false]);
  expect(holder.count("s")).toBe(0);
});

test("what an attempt throws is the call's answer", async () => {
  const { hub, holder } = setUp();
  let broken = false;
  const attempt = async () => {
    if (broken) throw new RangeError("gone");
    return undefined;
  };
  const held = holder.hold(new Waiting({ seconds: 50, topics: ["resource:r"], attempt }), ALLOWED);
  await setImmediate();
  broken = true;
  hub.publish("resource:r");
  await expect(held.answer).rejects.toThrow("gone");
});

test("a holder that closes answers all it holds, and holds nothing more", async () => {
  const { holder, waiting } = setUp();
  const first = holder.hold(waiting, ALLOWED);
  const second = holder.hold(waiting, ALLOWED);
  await setImmediate();
  expect(holder.count("s")).toBe(2);
  await holder.close();
  expect(await Promise.all([first.answer, second.answer])).toEqual(["nothing", "nothing"]);
  expect(await holder.hold(waiting, ALLOWED).answer).toBe("nothing");
});
