let down = false;

/** Whether a mouse button, a finger or a pen is down somewhere on the page. */
export const pointer = { isDown: (): boolean => down };

document.addEventListener("pointerdown", () => void (down = true), true);
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => void (down = false), true);
}
