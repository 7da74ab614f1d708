import { errors, type default as Provider } from "oidc-provider";
import { secretHash } from "../kernel/ids.ts";
import type { Route } from "./http-route.ts";
import { describeRedirect } from "./oauth-redirects.ts";
import {
  decide,
  describeAsking,
  describeChoice,
  forPeople,
  type PeopleOptions,
  type PersonCall,
  readDecision,
} from "./person-answer.ts";
import { resourceOf } from "./policy.ts";
import { requestOver } from "./request-writes.ts";

/** What the consent page reads and sends: `POST /consent/:uid/read` and `POST /consent/:uid/decide`. */
export function consentRoute(options: PeopleOptions, provider: Provider): Route {
  const { store, origin } = options.ports;

  async function read(call: PersonCall, uid: string) {
    const { asking, redirect } = await findRequest(provider, call, uid);
    return { ...(await describeChoice(store, call.person_id, asking)), ...redirect };
  }

  /** Returns where the browser goes on. */
  async function answer(call: PersonCall, uid: string): Promise<{ redirect_to: string }> {
    const decision = readDecision(call.body);
    const { asking, redirect, returnTo } = await findRequest(provider, call, uid);
    await decide(decision, {
      store,
      person_id: call.person_id,
      asking,
      redirect,
      resource: resourceOf(origin),
      request: { kind: "Interaction", id: secretHash(uid) },
      answerWith: (grantId) => ({ result: grantId === undefined ? DENIED : letIn(call.person_id, grantId) }),
    });
    return { redirect_to: returnTo };
  }

  return {
    path: /^\/consent\/([\w-]{1,64}\/(?:read|decide))$/,
    POST: forPeople(options, async (call) => {
      const [uid = "", action] = call.part.split("/");
      return action === "read" ? await read(call, uid) : await answer(call, uid);
    }),
  };
}

// Results of an interaction, in the authorization server's own form.
const DENIED = { error: "access_denied", error_description: "the person did not let the client in" };

function letIn(accountId: string, grantId: string) {
  return { login: { accountId, remember: false }, consent: { grantId } };
}

/** The client's request that this browser brought, if it waits for a decision; throws `not_found` otherwise. */
async function findRequest(provider: Provider, { req, res }: PersonCall, uid: string) {
  const request = await provider.interactionDetails(req, res).catch((error: unknown) => {
    if (!(error instanceof errors.SessionNotFound)) throw error;
  });
  // The browser must hold the cookie of the very request in the page's address.
  if (!request || request.uid !== uid || request.result) throw requestOver();
  const { client_id = "", redirect_uri = "", scope = "" } = request.params as Record<string, string>;
  const asking = await describeAsking(provider, { client_id, scope });
  return { asking, redirect: describeRedirect(redirect_uri), returnTo: request.returnTo };
}
