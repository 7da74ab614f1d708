/** The number of the line that an element is in; nothing in what stands between lines, nor in old lines. */
export function lineUnder(target: EventTarget | null): number | undefined {
  if (!(target instanceof Element) || target.closest("[data-note]")) return undefined;
  return numberOf(target.closest("[data-line]"));
}

/** The number of the line whose number, and not whose text, is at a place of the window. */
export function numberUnder(target: EventTarget | null, clientX: number): number | undefined {
  const line = target instanceof Element ? target.closest("[data-line]") : null;
  if (line === null) return undefined;
  const gutter = Number.parseFloat(getComputedStyle(line).paddingInlineStart);
  return clientX <= line.getBoundingClientRect().left + gutter ? lineUnder(target) : undefined;
}

/** The number of the line of a sheet of code at a height of the window, whatever lies over its start. */
export function lineAtHeight(sheet: Element, clientY: number): number | undefined {
  const { right } = sheet.getBoundingClientRect();
  const element = document.elementFromPoint(right - 24, clientY);
  return sheet.contains(element) ? lineUnder(element) : undefined;
}

/** Where a line is drawn. */
export function lineElement(sheet: Element, line: number): Element | undefined {
  return [...sheet.querySelectorAll(`[data-line="${line}"]`)].find((one) => !one.closest("[data-note]"));
}

/** The line that is drawn before a line, or after it; lines that are folded away are passed over. */
export function neighbourOf(sheet: Element, line: number, by: 1 | -1): number | undefined {
  const lines = numbersIn(sheet);
  return by === 1 ? lines.find((one) => one > line) : lines.findLast((one) => one < line);
}

/** The first line of a sheet that is in sight in its scroll box. */
export function lineInSight(sheet: Element): number {
  const top = sheet.parentElement?.getBoundingClientRect().top ?? 0;
  const lines = [...sheet.querySelectorAll("[data-line]")].filter((one) => !one.closest("[data-note]"));
  const inSight = lines.find((one) => one.getBoundingClientRect().bottom > Math.max(0, top) + 1);
  return numberOf(inSight ?? lines[0] ?? null) ?? 1;
}

function numbersIn(sheet: Element): number[] {
  return [...sheet.querySelectorAll("[data-line]")].flatMap((one) =>
    one.closest("[data-note]") ? [] : (numberOf(one) ?? []),
  );
}

function numberOf(element: Element | null): number | undefined {
  const line = Number(element?.getAttribute("data-line") ?? 0);
  return line > 0 ? line : undefined;
}
