import type { Frame, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AppRoom } from "../testkit/app-room.ts";
import { frameOf, PUPPET_APP } from "../testkit/puppet-app.ts";

// An app covers, moves, imitates and presses nothing of its page, and gets none of the keys and presses that are meant
// for it; what a person does in the app does nothing in the page. The app is a hostile one that the test plays.

/** All that lays something over a page, or moves it, as far as an app may try. */
const OVERLAYS: Readonly<Record<string, string>> = {
  "a wall": `put('<div id=wall style="position:fixed;inset:-2000px;z-index:2147483647;background:red;font-size:40px">Approve and create</div>')`,
  "a wall by margins": `put('<div style="position:absolute;margin:-3000px;width:9000px;height:9000px;background:lime;transform:scale(5)"></div>')`,
  "a modal dialog": `const d = put("<dialog style='inset:-2000px;width:9000px;height:9000px;max-width:none'>Stop</dialog>"); d.showModal()`,
  "a popover": `const p = put("<div popover=manual style='inset:-2000px;width:9000px;height:9000px'>Remove</div>"); p.showPopover()`,
  "the whole screen": `document.body.requestFullscreen().catch(() => {})`,
  "the pointer": `document.body.requestPointerLock()?.catch?.(() => {})`,
  "a window in the picture": `put("<video muted></video>").requestPictureInPicture?.().catch(() => {})`,
  "a large cursor": `document.body.style.cursor = 'url("data:image/svg+xml,<svg xmlns=\\'http://www.w3.org/2000/svg\\' width=\\'128\\' height=\\'128\\'><rect width=\\'128\\' height=\\'128\\'/></svg>") 64 64, auto'`,
  "a bubble": `const f = put("<form><input required title='Approve'></form>"); f.reportValidity()`,
  "a large page": `document.documentElement.style.cssText = "width:9000px;height:9000px;zoom:4;overscroll-behavior:auto"`,
  "a place far below": `const far = put("<i id=far style='position:absolute;top:9000px' tabindex=0>far</i>"); far.scrollIntoView({ block: "start" }); location.hash = "#far"`,
  "the window's size and place": `resizeTo(10, 10); moveTo(0, 0); scrollTo(0, 9000)`,
  "a press of its own everywhere": `for (let x = -900; x < 1900; x += 50) for (let y = -900; y < 1900; y += 50) document.elementFromPoint(x, y)?.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true, clientX: x, clientY: y }))`,
};
const PUT = `globalThis.put = (html) => { document.body.insertAdjacentHTML("beforeend", html); return document.body.lastElementChild; };`;

/** What browsers draw outside of the frame that asks for it. */
const PICKERS: Readonly<Record<string, string>> = {
  select: `put('<select style="position:fixed;top:0;left:0">' + "<option>Approve and create</option>".repeat(60) + "</select>")`,
  date: `put("<input type=date style='position:fixed;top:0;left:0'>")`,
  colour: `put("<input type=color style='position:fixed;top:0;left:0'>")`,
  list: `put("<input list=words style='position:fixed;top:0;left:0'><datalist id=words><option>Approve</datalist>").previousElementSibling`,
};

let room: AppRoom;
let page: Page;

beforeAll(async () => {
  room = await AppRoom.open({ Puppet: PUPPET_APP, Beside: PUPPET_APP });
});
afterAll(async () => await room?.[Symbol.asyncDispose]());
beforeEach(() => async () => await room.closeBrowsers());

/** A browser of the owner's with the puppet open in the Room. */
async function openRoom(options: Parameters<AppRoom["browserFor"]>[1] = {}): Promise<Frame> {
  page = await room.browserFor(undefined, options);
  await room.openTab(page, "Puppet", "open");
  const frame = await frameOf(page, "Puppet");
  await frame.evaluate(PUT);
  return frame;
}

interface Trial {
  readonly frame: Frame;
  readonly isApproved: () => Promise<boolean>;
}

let trials = 0;

/** A browser of the owner's with the puppet on trial, every file read. */
async function openTrial(options: Parameters<AppRoom["browserFor"]>[1] = {}): Promise<Trial> {
  const name = `Trial ${(trials += 1)}`;
  const proposal_id = await room.propose(name, {
    "src/App.tsx": `${PUPPET_APP["src/App.tsx"]}// ${trials}\n`,
  });
  page = await room.browserFor(undefined, options);
  await page.goto(`${room.server.origin}/connected/proposals/${proposal_id}`);
  const [mark, seen] = [
    page.getByRole("button", { name: /^Mark as read/ }),
    page.getByText("Seen to its end"),
  ];
  await mark.or(seen).first().waitFor();
  if (await mark.isVisible()) await mark.click();
  await page.getByRole("button", { name: "Preview", exact: true }).press("Enter");
  await page.frameLocator(`iframe[title="${name}"]`).getByText("open", { exact: true }).waitFor();
  const frame = await frameOf(page, name);
  await frame.evaluate(PUT);
  return { frame, isApproved: async () => (await room.owner.card(proposal_id)).state === "approved" };
}

const approve = (): Locator => page.getByRole("button", { name: "Approve and create" });

/** Whether a press at its middle and near its corners would reach it. */
async function isOnTop(control: Locator): Promise<boolean> {
  return await control.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [
      [0.5, 0.5],
      [0.1, 0.2],
      [0.9, 0.8],
    ].every(([x = 0, y = 0]) => {
      const there = document.elementFromPoint(left + x * width, top + y * height);
      return there !== null && element.contains(there);
    });
  });
}

/** Where the middle of a control is. */
async function middleOf(control: Locator): Promise<{ x: number; y: number }> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await control.boundingBox()) ?? {};
  return { x: x + width / 2, y: y + height / 2 };
}

/** Has the app do something at the next press in it, and presses it. */
async function press(frame: Frame, code: string): Promise<void> {
  await frame.evaluate(`void (globalThis.onPress = () => { ${code}; })`);
  await frame.getByRole("button", { name: /^Pressed/ }).press("Enter");
}

/** Counts the keys that the page hears. */
async function hearKeys(): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Reflect.set(globalThis, "keysHeard", heard);
    document.addEventListener("keydown", ({ key }) => heard.push(key), { capture: true });
  });
  return async () => await page.evaluate("keysHeard");
}

const isInFrame = async (): Promise<boolean> =>
  await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.localName === "iframe");

describe("in a Room, an app", () => {
  test("covers and moves none of the page's controls, and each still acts (app-3, app-11)", async () => {
    const frame = await openRoom();
    const controls = [
      page.getByRole("tab", { name: "Beside" }),
      page.getByRole("tab", { name: "Puppet" }),
      page.getByRole("button", { name: "Menu of Puppet" }),
      page.getByRole("button", { name: "Menu of Team room" }),
    ];
    const places = async () => await Promise.all(controls.map((one) => middleOf(one)));
    const before = await places();
    for (const [name, code] of Object.entries(OVERLAYS)) {
      await frame.evaluate(`void (() => { try { ${code} } catch {} })()`);
      for (const control of controls) expect(await isOnTop(control), name).toBe(true);
    }
    expect(await places()).toEqual(before);
    expect(await page.evaluate("[scrollY, document.fullscreenElement, document.pointerLockElement]")).toEqual(
      [0, null, null],
    );
    const [beside, , menu] = before;
    await page.mouse.click(menu?.x ?? 0, menu?.y ?? 0);
    await page.getByRole("menuitem", { name: "Reload" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await page.mouse.click(beside?.x ?? 0, beside?.y ?? 0);
    await expect
      .poll(() => page.getByRole("tab", { name: "Beside" }).getAttribute("aria-selected"))
      .toBe("true");
  });

  test("presses nothing of the page by what browsers draw outside of its frame (app-3, app-11)", async () => {
    const frame = await openRoom();
    const tab = (name: string) => page.getByRole("tab", { name });
    for (const [name, code] of Object.entries(PICKERS)) {
      // By a press of the person's, since browsers give an app no other way.
      await frame.evaluate(`void Object.assign(${code}, { id: "picked-${name}" })`);
      await frame.locator(`#picked-${name}`).click();
      await page.keyboard.press("Alt+ArrowDown");
      const { x, y } = await middleOf(tab("Beside"));
      // The first press may do nothing but close it.
      await expect
        .poll(
          async () => {
            await page.mouse.click(x, y);
            return await tab("Beside").getAttribute("aria-selected");
          },
          { message: name },
        )
        .toBe("true");
      await tab("Puppet").click();
    }
    expect(await page.getByRole("dialog").count()).toBe(0);
  });
});

describe("the keys that a person presses", () => {
  test("in an app never reach the page, also when the app pushes the focus out (app-2, app-12)", async () => {
    const frame = await openRoom();
    const heard = await hearKeys();
    await frame.getByLabel("Field").click();
    expect(await isInFrame()).toBe(true);
    await page.keyboard.type("] g h ? f");
    await page.keyboard.insertText("日本語");
    expect(await heard()).toEqual([]);
    expect(await frame.getByLabel("Field").inputValue()).toBe("] g h ? f日本語");
    const address = page.url();
    for (const push of ["parent.focus()", "top.focus()", "void (top.focus(), parent.focus())", "blur()"]) {
      await frame.evaluate(push);
      await page.waitForTimeout(200);
      // They are nobody's then.
      for (const key of ["]", "g", "h", "?", "f", "Enter", "Space"]) await page.keyboard.press(key);
      expect([page.url(), await page.getByRole("dialog").count()], push).toEqual([address, 0]);
      // From there Tab leads on, and back into the app.
      await page.keyboard.press("Shift+Tab");
      await expect.poll(isInFrame, { message: push }).toBe(true);
    }
    expect(await page.getByRole("tab", { name: "Puppet" }).getAttribute("aria-selected")).toBe("true");
  });

  test("in the page never reach an app: no key of its own, and the focus is given back (app-2, app-12)", async () => {
    const frame = await openRoom();
    await frame.evaluate(
      `put("<button accesskey=m onclick='1'>M</button>").addEventListener("click", () => heard.push("key"))`,
    );
    await page.getByRole("button", { name: "Menu of Team room" }).focus();
    await page.keyboard.press("Alt+m");
    await frame.evaluate(`void document.querySelector("input").focus()`);
    await page.waitForTimeout(200);
    // Once, as it starts, an app may.
    await page.getByRole("button", { name: "Menu of Team room" }).focus();
    await page.keyboard.press("Shift");
    await frame.evaluate(`void document.querySelector("input").focus()`);
    await expect.poll(isInFrame).toBe(false);
    await page.keyboard.press("Alt+m");
    expect(await frame.evaluate("heard")).toEqual([]);
    expect(await frame.getByLabel("Field").inputValue()).toBe("");
  });

  test("lead out of an app by Tab in both directions", async () => {
    const frame = await openRoom();
    const focus = async () => [
      await page.evaluate(() => [...document.querySelectorAll("*")].indexOf(document.activeElement!)),
      await isInFrame(),
      await frame.evaluate("document.hasFocus() && document.activeElement.outerHTML"),
    ];
    // The focus goes from process to process: it takes a while to arrive.
    const pressed = async (key: string): Promise<void> => {
      const before = await focus();
      await page.keyboard.press(key);
      await expect.poll(focus).not.toEqual(before);
    };
    for (const key of ["Tab", "Shift+Tab"]) {
      await frame.getByLabel("Field").focus();
      await page.getByRole("tab", { name: "Puppet" }).focus();
      for (let n = 0; n < 12 && !(await isInFrame()); n += 1) await pressed("Tab");
      expect(await isInFrame()).toBe(true);
      for (let n = 0; n < 4 && (await isInFrame()); n += 1) await pressed(key);
      expect(await isInFrame(), key).toBe(false);
    }
  });

  test("follow a finger into an app, each time (app-2)", async () => {
    const frame = await openRoom({ hasTouch: true });
    for (const word of ["one", "two", "three"]) {
      await page.getByRole("tab", { name: "Puppet" }).tap();
      await frame.getByLabel("Field").tap();
      await page.waitForTimeout(200);
      await page.keyboard.type(word);
    }
    expect(await frame.getByLabel("Field").inputValue()).toBe("onetwothree");
  });
});

describe("a press that was under way as an app asked", () => {
  const dialog = (): Locator => page.getByRole("dialog");
  const opens = (): Locator => dialog().getByRole("button", { name: /^Open/ });
  let opened: number;

  async function openAsking(): Promise<Frame> {
    const frame = await openRoom();
    opened = 0;
    page.context().on("page", () => (opened += 1));
    return frame;
  }

  test("opens no link, however often it is repeated; one that comes after a look does (app-3, app-11)", async () => {
    const frame = await openAsking();
    await press(frame, `app.openLink("https://first.example.test/")`);
    await opens().waitFor();
    const { x, y } = await middleOf(opens());
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
    // The whole app is one button, right where that of the page will be.
    await frame.evaluate(
      `void addEventListener("pointerdown", () => app.openLink("https://second.example.test/"), { once: true })`,
    );
    for (let n = 0; n < 12; n += 1) {
      await page.mouse.click(x, y);
      await page.waitForTimeout(120);
    }
    expect(opened).toBe(0);
    await opens().waitFor();
    await page.waitForTimeout(900);
    await page.mouse.click(x, y);
    await expect.poll(() => opened).toBe(1);
  });

  test("opens none when it is a key that is held (app-3)", async () => {
    const frame = await openAsking();
    await frame.evaluate(
      `void (globalThis.onPress = () => { globalThis.onPress = null; app.openLink("https://held.example.test/"); })`,
    );
    await page.getByRole("tab", { name: "Puppet" }).focus();
    await frame.getByRole("button", { name: /^Pressed/ }).click();
    for (const key of ["Enter", "Space"]) {
      await dialog().waitFor();
      for (let n = 0; n < 12; n += 1) {
        await page.keyboard.down(key);
        await page.waitForTimeout(100);
      }
      await page.keyboard.up(key);
      expect(opened, key).toBe(0);
      if (key === "Space") break;
      if (await dialog().isVisible()) await page.keyboard.press("Escape");
      await dialog().waitFor({ state: "detached" });
      await press(frame, `app.openLink("https://held.example.test/")`);
    }
  });
});

describe("on trial, an app", () => {
  const LOOKS = [
    ["on a desk", { viewport: { width: 1280, height: 800 } }],
    ["on a phone", { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true }],
  ] as const;

  test.each(LOOKS)(
    "covers no decision, and decides nothing, %s (agent-1, app-3)",
    async (_where, options) => {
      const { frame, isApproved } = await openTrial(options);
      const decisions = ["Decline", "Request changes", "Approve and create"].map((name) =>
        page.getByRole("button", { name, exact: true }),
      );
      for (const [name, code] of Object.entries(OVERLAYS)) {
        await frame.evaluate(`void (() => { try { ${code} } catch {} })()`);
        for (const one of decisions) expect(await isOnTop(one), name).toBe(true);
      }
      const words = `"Approved! ".repeat(40)`;
      await frame.evaluate(
        `for (let n = 0; n < 5; n += 1) { app.notify(${words} + n); console.error(${words}, n); fetch("https://example.test/" + n).catch(() => 0); }`,
      );
      await frame.evaluate(`void setTimeout(() => { throw new Error(${words}); })`);
      await page
        .getByText("says: Approved!")
        .or(page.getByText(/Approved! Approved!/))
        .first()
        .waitFor();
      await page.waitForTimeout(500);
      for (const one of decisions) expect(await isOnTop(one), "words").toBe(true);
      expect(await isApproved()).toBe(false);
    },
  );

  test("has no press on its dialog taken for a decision under it (agent-1, phish-2, app-11)", async () => {
    const { frame, isApproved } = await openTrial({
      viewport: { width: 390, height: 780 },
      hasTouch: true,
      isMobile: true,
    });
    await frame.evaluate(`void (alert("One"), alert("Two"))`);
    for (const words of ["One", "Two"]) {
      const dialog = page.getByRole("dialog").filter({ hasText: words });
      await dialog.getByRole("button", { name: "OK" }).tap();
      await dialog.waitFor({ state: "detached" });
    }
    // Whoever taps on and on taps what lies under it.
    const { x, y } = await middleOf(approve());
    for (let n = 0; n < 8; n += 1) {
      await page.touchscreen.tap(x, y);
      await page.waitForTimeout(150);
    }
    expect(await isApproved()).toBe(false);
    await page.waitForTimeout(900);
    await approve().tap();
    await expect.poll(isApproved).toBe(true);
  });

  test("has no press taken for a decision that it moved under the pointer (agent-1, phish-2, app-11)", async () => {
    // So low a window has its decisions at the end of the page.
    const { frame, isApproved } = await openTrial({ viewport: { width: 1280, height: 420 } });
    const scrollToEnd = async (): Promise<number> =>
      await page.evaluate<number>("scrollTo(0, document.body.scrollHeight), scrollY");
    /** Has the app bring what stands so far down in it to the middle of the window. */
    const bring = async (top: number): Promise<number> => {
      const before = await page.evaluate("scrollY");
      await frame.evaluate(
        `put("<i style='position:absolute;top:${top}px'>.</i>").scrollIntoView({ block: "center" })`,
      );
      await expect.poll(() => page.evaluate("scrollY")).not.toBe(before);
      return await page.evaluate<number>("scrollY");
    };
    const end = await scrollToEnd();
    const led = await bring(0);
    await scrollToEnd();
    await page.waitForTimeout(900);
    const { x = 0, y = 0, width = 0, height = 0 } = (await approve().boundingBox()) ?? {};
    const below = { x: x + width / 2, y: y + height + 4 };
    const isOverIt = async () =>
      await approve().evaluate((one, at) => one.contains(document.elementFromPoint(at.x, at.y)), below);
    expect(await isOverIt()).toBe(false);
    await page.mouse.move(below.x, below.y);
    await bring(end - 20 - led);
    expect(await isOverIt()).toBe(true);
    await page.mouse.click(below.x, below.y);
    await page.waitForTimeout(300);
    expect(await isApproved()).toBe(false);
  });
});
