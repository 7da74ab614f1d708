/** The rows that were chosen, and the one that a range begins at. */
export interface Selection {
  readonly chosen: ReadonlySet<string>;
  readonly anchor?: string;
}

export const NOTHING_CHOSEN: Selection = { chosen: new Set() };

export interface Press {
  readonly id: string;
  /** With the Shift key: all from the row pressed before to this one become what this one becomes. */
  readonly range: boolean;
  /** The ids of the rows as they are shown. */
  readonly order: readonly string[];
}

/** What is chosen after a row was pressed. */
export function pressed({ chosen, anchor }: Selection, { id, range, order }: Press): Selection {
  const next = new Set(chosen);
  const [from, to] = [order.indexOf(anchor ?? id), order.indexOf(id)];
  const span = range && from !== -1 ? order.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
  for (const one of span) {
    if (chosen.has(id)) next.delete(one);
    else next.add(one);
  }
  return { chosen: next, anchor: id };
}

/** All rows that are shown, or none where all are chosen already. */
export function pressedAll({ chosen }: Selection, order: readonly string[]): Selection {
  return order.every((id) => chosen.has(id)) ? NOTHING_CHOSEN : { chosen: new Set(order) };
}
