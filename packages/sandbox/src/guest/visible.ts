/** So many nodes without anything to see are taken for a page that shows something, so that looking costs little. */
const MOST = 5000;
const REPLACED =
  "img, picture, video, canvas, svg, input, textarea, select, button, meter, progress, hr, audio[controls]";
/** A computed colour that covers nothing. */
const CLEAR = /^(?:transparent|rgba\(.*, 0\)|.*\/ 0\))$/u;

/** Whether an app shows anything at all: text, a picture, a field, a painted surface. */
export function showsAnything(): boolean {
  const { body, documentElement } = document;
  const nodes = document.createTreeWalker(
    body ?? documentElement,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
  );
  for (let count = 0; count < MOST; count += 1) {
    const node = nodes.nextNode();
    if (node === null) return false;
    if (isSeen(node)) return true;
  }
  return true;
}

function isSeen(node: Node): boolean {
  const element = node instanceof Element ? node : node.parentElement;
  if (!element?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  if (node instanceof Element) return hasArea(node.getBoundingClientRect()) && isPainted(node);
  if (node.nodeValue?.trim() === "") return false;
  const range = document.createRange();
  range.selectNodeContents(node);
  return hasArea(range.getBoundingClientRect());
}

function hasArea({ width, height, right, bottom }: DOMRect): boolean {
  return width > 0 && height > 0 && right + scrollX > 0 && bottom + scrollY > 0;
}

function isPainted(element: Element): boolean {
  // What a component of the web draws is not looked into.
  if (element.matches(REPLACED) || element.localName.includes("-")) return true;
  return [undefined, "::before", "::after"].some((part) => {
    const style = getComputedStyle(element, part);
    if (part !== undefined && style.content === "none") return false;
    const { backgroundColor, backgroundImage, boxShadow } = style;
    const isFilled = !CLEAR.test(backgroundColor) || backgroundImage !== "none";
    const isFramed = ["Top", "Right", "Bottom", "Left"].some(
      (side) => Number.parseFloat(Reflect.get(style, `border${side}Width`) as string) > 0,
    );
    const isWritten = part !== undefined && !/^(?:normal|"\s*")$/u.test(style.content);
    return isFilled || isFramed || boxShadow !== "none" || isWritten;
  });
}
