import type { Page } from "playwright-core";
import { OWNER } from "./server.ts";

/** Signs a person in on the sign-in page, as a person does; ends on Home. */
export async function signInOn(
  page: Page,
  origin: string,
  credentials: { email: string; password: string } = OWNER,
): Promise<void> {
  await page.goto(`${origin}/sign-in`);
  await page.getByLabel("Email").fill(credentials.email);
  await page.getByLabel("Password").fill(credentials.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${origin}/`);
  await page.getByRole("heading", { level: 1 }).waitFor();
}
