import { Visitor } from "../../packages/features/src/testing/visitor.ts";
import { OWNER } from "./server.ts";

/** A signed-in browser at a running server, with which a person lets clients in without a page being drawn. */
export async function consenting(
  origin: string,
  credentials: { email: string; password: string } = OWNER,
): Promise<Visitor & { readonly cookie: string }> {
  const signedIn = await fetch(`${origin}/api/v1/sign_in`, {
    method: "POST",
    body: JSON.stringify(credentials),
    headers: { "content-type": "application/json", origin },
  });
  if (signedIn.status !== 200) throw new Error(`sign_in answered ${signedIn.status}`);
  const { proof } = (await signedIn.json()) as { proof: string };
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";")[0] ?? "")
    .join("; ");
  return Object.assign(new Visitor({ origin }, { secret: "", proof, cookie }), { cookie });
}
