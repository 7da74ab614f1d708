import type { IncomingMessage, ServerResponse } from "node:http";
import type { BrowserSignIn } from "@anteroom/features";
import type { Browser } from "@anteroom/features/kernel/context";
import { Refusal } from "@anteroom/features/kernel/errors";
import { isJsonType } from "../body.ts";
import type { FaceParts } from "./parts.ts";

/** Who is signed in with the cookie that a request brought. */
export async function signInOf(
  parts: FaceParts,
  request: IncomingMessage,
): Promise<BrowserSignIn | undefined> {
  const secret = parts.cookie.read(request);
  return secret === undefined ? undefined : await parts.doors.browser(secret);
}

/**
 * The one guard of what people change: the request comes from a page of ours and, where somebody is signed
 * in, that page was served to this very sign-in. A cookie alone moves nothing, since browsers send it along
 * with other sites' requests too; nor does what a form can send.
 * @throws Refusal `forbidden`, or `invalid_arguments` for what is no JSON
 */
export function guardPage(
  parts: FaceParts,
  request: IncomingMessage,
  signIn: BrowserSignIn | undefined,
): void {
  if (!parts.site.isOwnPage(request)) {
    throw new Refusal({ code: "forbidden", message: "Only a page of this server may ask for this." });
  }
  if (!isJsonType(request.headers["content-type"])) {
    throw new Refusal({
      code: "invalid_arguments",
      message: "Send Content-Type: application/json, in UTF-8.",
    });
  }
  if (!signIn) return;
  const proof = request.headers["anteroom-proof"];
  if (!parts.doors.proofHolds(signIn.sign_in_id, typeof proof === "string" ? proof : undefined)) {
    throw new Refusal({
      code: "forbidden",
      message: "This page was not made for this sign-in.",
      hint: "Load the page again.",
    });
  }
}

/** The browser on the other side, as people's operations see it. */
export function browserOf(
  parts: FaceParts,
  request: IncomingMessage,
  options: { readonly response: ServerResponse; readonly signIn: BrowserSignIn | undefined },
): Browser {
  const { response, signIn } = options;
  const { cookie, doors } = parts;
  const device = cookie.readDevice(request);
  return {
    signIn: (secret, { sign_in_id, expires_at }) => {
      response.appendHeader("Set-Cookie", cookie.set(secret, expires_at));
      return doors.proof(sign_in_id);
    },
    confirm: (secret, expires_at) => {
      const [own] = cookie.read(request)?.split(".") ?? [];
      response.appendHeader("Set-Cookie", cookie.set(`${own}.${secret}`, expires_at));
    },
    signOut: () => {
      response.appendHeader("Set-Cookie", cookie.clear());
    },
    ...(signIn && { sign_in_hash: signIn.sign_in_hash }),
    ...(signIn?.confirmation_hash !== undefined && { confirmation_hash: signIn.confirmation_hash }),
    user_agent: request.headers["user-agent"] ?? "",
    address: parts.site.addressOf(request),
    ...(device !== undefined && { device }),
    keepDevice: (value) => {
      response.appendHeader("Set-Cookie", cookie.setDevice(value));
    },
  };
}
