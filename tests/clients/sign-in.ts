import { expect } from "vitest";
import { type ConsentPage, PersonBrowser } from "../testkit/person-browser.ts";
import type { Transcript } from "./transcript.ts";

/**
 * Plays the person whose client waits for a sign-in: opens the address that it shows, lets it in, and goes back
 * to the client's own page as a browser does. Returns what the consent page showed.
 */
export async function signInFrom(said: Transcript, origin: string): Promise<ConsentPage> {
  const { page, back } = await letInFrom(said, origin);
  const arrived = await fetch(back);
  expect(arrived.status, await arrived.text()).toBe(200);
  return page;
}

/** The same up to the client's own address, for a person whose browser cannot reach it. */
export async function letInFrom(
  said: Transcript,
  origin: string,
): Promise<{ page: ConsentPage; back: string }> {
  const [, address = ""] = await said.until(/(https?:\/\/\S+\/authorize\?\S+)\s/u);
  const browser = await PersonBrowser.signIn(origin);
  const page = await browser.arrive(address);
  return { page, back: await browser.letIn(page) };
}
