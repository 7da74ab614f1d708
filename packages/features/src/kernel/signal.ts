/**
 * A hint that something changed, sent after the change was committed. Signals wake waiters and open pages;
 * the tables stay the truth, so a lost signal costs time and never an event.
 */
export type Signal =
  /** A resource's event log grew to `sequence`. */
  | { readonly kind: "resource"; readonly resource_id: string; readonly sequence: number }
  /** What a person sees outside event logs changed: memberships, connections. */
  | { readonly kind: "person"; readonly person_id: string }
  /** A connection's rights changed: everything it holds open is checked again at once. */
  | { readonly kind: "connection"; readonly connection_id: string }
  /** The shared data of one of a Room's apps changed. */
  | { readonly kind: "shared"; readonly room_id: string; readonly instance_id: string };

/** What a waiter listens to: a signal's kind and its id, for example `resource:room_…`. */
export type Topic = `resource:${string}` | `person:${string}` | `connection:${string}` | `shared:${string}`;

export function topicOf(signal: Signal): Topic {
  switch (signal.kind) {
    case "resource":
      return `resource:${signal.resource_id}`;
    case "person":
      return `person:${signal.person_id}`;
    case "connection":
      return `connection:${signal.connection_id}`;
    case "shared":
      return `shared:${signal.room_id}`;
  }
}
