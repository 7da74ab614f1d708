import { isRefusal } from "@anteroom/client";
import type { Translate } from "../messages/text.tsx";

/** The shortest password for a new person, in characters. */
export const PASSWORD_LENGTH = 12;

/** Whether a new password is too short. The server decides; this only spares a round trip. */
export function isShortPassword(password: string): boolean {
  return Array.from(password).length < PASSWORD_LENGTH;
}

/** What the server says is wrong with one field of a new person. */
export interface NewPersonErrors {
  readonly name?: string;
  readonly email?: string;
  readonly password?: string;
  readonly workspace_name?: string;
}

/** The error of a refused new person, in words beside the field that it is about; empty for other errors. */
export function newPersonErrors(error: unknown, text: Translate): NewPersonErrors {
  if (isRefusal(error, "conflict_state") && error.body.where === "email") {
    return { email: text("new-person.known") };
  }
  if (!isRefusal(error, "invalid_arguments")) return {};
  switch (error.body.where) {
    case "name":
      return { name: text("new-person.name-bad") };
    case "workspace_name":
      return { workspace_name: text("new-person.name-bad") };
    case "email":
      return { email: text("new-person.email-bad") };
    case "password":
      return { password: text("new-person.password-bad", { least: PASSWORD_LENGTH }) };
    default:
      return {};
  }
}
