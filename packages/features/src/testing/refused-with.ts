import { expect } from "vitest";

/** What a Refusal with this code, and about this place, looks like to `toMatchObject`. */
export function refusedWith(code: string, where?: string) {
  return { body: expect.objectContaining({ code, ...(where !== undefined && { where }) }) };
}
