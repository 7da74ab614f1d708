import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { AuthenticatorApp } from "./authenticator-app.ts";
import type { TestServer } from "./server.ts";

// What people do on "Your account" and at the doors, as they do it.

/** Settings of a server at which a company signs its people in; nobody answers at the company's address. */
export const COMPANY = {
  ANTEROOM_OIDC: "example",
  ANTEROOM_OIDC_EXAMPLE_NAME: "Example Company",
  ANTEROOM_OIDC_EXAMPLE_ISSUER: "https://sign-in.example.test",
  ANTEROOM_OIDC_EXAMPLE_CLIENT_ID: "anteroom",
  ANTEROOM_OIDC_EXAMPLE_CLIENT_SECRET: "a secret of the company",
  ANTEROOM_OIDC_EXAMPLE_DOMAINS: "example.test",
} as const;

/** Chooses in the menu of the person who is signed in under this name. */
async function choose(page: Page, name: string, item: string): Promise<void> {
  // On a narrow window only the avatar is seen, and the button says what is in it.
  await page.getByRole("button", { name: new RegExp(`^${name}(:|$)`) }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** Goes to "Your account" by the person's menu. */
export async function openAccount(page: Page, name: string): Promise<void> {
  await choose(page, name, "Your account");
  await page.getByRole("heading", { level: 1, name: "Your account" }).waitFor();
}

/** Signs out by the person's menu. */
export async function signOut(page: Page, name: string): Promise<void> {
  await choose(page, name, "Sign out");
  await page.waitForURL(/\/sign-in$/);
}

/** The part of the account page with this title. */
export function section(page: Page, title: string): Locator {
  return page.getByRole("region", { name: title, exact: true });
}

/** Enrols a passkey on the account page under a name. */
export async function addPasskey(page: Page, name: string): Promise<void> {
  await section(page, "Passkeys").getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await section(page, "Passkeys").getByRole("listitem").filter({ hasText: name }).waitFor();
}

/** Switches the second factor on; returns the app that holds its secret, and the recovery codes. */
export async function setUpAuthenticator(page: Page): Promise<{ app: AuthenticatorApp; codes: string[] }> {
  await section(page, "Authenticator app").getByRole("button", { name: "Set up" }).click();
  const setUp = page.getByRole("dialog", { name: "Set up your authenticator app" });
  const uri = await setUp.getByRole("link", { name: "open it on this device" }).getAttribute("href");
  const app = new AuthenticatorApp(uri ?? "");
  await setUp.getByLabel("Code", { exact: true }).fill(app.code());
  await setUp.getByRole("button", { name: "Switch on" }).click();
  const shown = page.getByRole("alertdialog", { name: "Recovery codes" });
  const codes = (await shown.locator("code").innerText()).split("\n").map((line) => line.trim());
  await shown.getByRole("button", { name: "I have kept them" }).click();
  return { app, codes };
}

/** Lets an hour pass for every sign-in: what a fresh one allows then asks for a confirmation. */
export async function letSignInsAge(server: TestServer): Promise<void> {
  const database = new DatabaseSync(join(server.data, "anteroom.sqlite"), { timeout: 5000 });
  const before = new Date(Date.now() - 3_600_000).toISOString();
  database.prepare("UPDATE sign_ins SET created_at = ?, confirmed_at = ?").run(before, before);
  database.close();
  // A running server looks for what others wrote twice a second.
  await setTimeout(1000);
}
