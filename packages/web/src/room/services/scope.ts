import type { AppPlace } from "../../data/apps.ts";

/** Under what an app's values for one person are kept on the device. */
export function scopeOf({ room_id, instance_id }: AppPlace, personId: string): string {
  return `${room_id}/${instance_id}/${personId}`;
}

/** Whose values stand under a scope. */
export function partsOf(scope: string): AppPlace & { readonly personId: string } {
  const [room_id = "", instance_id = "", personId = ""] = scope.split("/");
  return { room_id, instance_id, personId };
}
