/**
 * Whether a client takes a plain JSON answer (RFC 9110, 12.5.1): the closest range that covers JSON decides,
 * whatever stands beside it, in any order and case. No Accept header takes anything.
 */
export function acceptsJson(accept: string | undefined): boolean {
  return (
    accept === undefined ||
    /^application\/json *(?:,|$)/u.test(accept) ||
    covers(accept, ["application/json", "application/*", "*/*"])
  );
}

/** The same for an answer that is a stream of events. */
export function acceptsEvents(accept: string | undefined): boolean {
  return accept === undefined || covers(accept, ["text/event-stream", "text/*", "*/*"]);
}

/** Whether an Accept header gives weight to the closest of these ranges that it names. */
function covers(accept: string, ranges: readonly string[]): boolean {
  if (accept.trim() === "") return true;
  const weights = new Map<string, number>();
  for (const item of accept.toLowerCase().split(",")) {
    const [range = "", ...parameters] = item.split(";").map((part) => part.trim());
    const q = parameters.find((parameter) => parameter.startsWith("q="));
    weights.set(range, Math.max(weights.get(range) ?? 0, q === undefined ? 1 : Number(q.slice(2)) || 0));
  }
  const closest = ranges.find((range) => weights.has(range));
  return closest !== undefined && (weights.get(closest) ?? 0) > 0;
}
