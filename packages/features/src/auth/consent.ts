import type { IncomingMessage, ServerResponse } from "node:http";
import { errors, type default as Provider } from "oidc-provider";
import type { BrowserSignIn } from "../accounts/index.ts";
import type { Ports, Store } from "../kernel/context.ts";
import { notFound, Refusal } from "../kernel/errors.ts";
import { newSecret, secretHash } from "../kernel/ids.ts";
import { findPerson, listMemberships, listMyProjects } from "../workspaces/index.ts";
import { answer, type Route } from "./http-route.ts";
import { describeRedirect } from "./oauth-redirects.ts";
import { readBody, readObject } from "./oauth-request.ts";
import { cleanClientName, readScopes, resourceOf } from "./policy.ts";
import { letInWrite, requestOver } from "./writes.ts";

const MOST_PROJECTS = 1000;

export interface PeopleOptions {
  readonly ports: Pick<Ports, "store" | "origin">;
  /** Who is signed in in the browser that sent this request, if anybody. */
  readonly authenticate: (req: IncomingMessage) => Promise<BrowserSignIn | undefined>;
  /** Throws a Refusal unless the request comes from a page of ours and, given a sign-in, carries its proof. */
  readonly guard: (req: IncomingMessage, signIn: BrowserSignIn | undefined) => void;
}

/** What the consent page reads and sends: `POST /consent/:uid/read` and `POST /consent/:uid/decide`. */
export function consentRoute(options: PeopleOptions, provider: Provider): Route {
  const { store, origin } = options.ports;
  return {
    path: /^\/consent\/([\w-]{1,64}\/(?:read|decide))$/,
    async POST({ req, res }, part) {
      const signIn = await options.authenticate(req);
      options.guard(req, signIn);
      if (!signIn) throw new Refusal({ code: "sign_in_required", message: "Sign in first." });
      const { person_id } = signIn.principal;
      const [uid = "", action] = part.split("/");
      const asked = { store, provider, req, res, person_id, uid, resource: resourceOf(origin) };
      const body = await readBody(req);
      answer(res, 200, action === "read" ? await readConsent(asked) : await decideConsent(asked, body));
    },
  };
}

/** A person in front of a client's request. */
interface Asked {
  readonly store: Store;
  readonly provider: Provider;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly person_id: string;
  /** The id in the page's address; the browser must hold the cookie of the same request. */
  readonly uid: string;
  readonly resource: string;
}

type Interaction = Awaited<ReturnType<Provider["interactionDetails"]>>;

/** The client's request that this browser brought, if it waits for a decision; throws `not_found` otherwise. */
async function findRequest({ provider, req, res, uid }: Asked): Promise<Interaction> {
  const request = await provider.interactionDetails(req, res).catch((error: unknown) => {
    if (!(error instanceof errors.SessionNotFound)) throw error;
  });
  if (!request || request.uid !== uid || request.result) throw requestOver();
  return request;
}

async function describeRequest({ provider }: Asked, request: Interaction) {
  const { client_id, redirect_uri, scope } = request.params as Record<string, string>;
  const client = await provider.Client.find(client_id ?? "");
  if (!client) throw requestOver();
  return {
    client_id: client.clientId,
    client_name: cleanClientName(client.clientName),
    redirect_uri: redirect_uri ?? "",
    scopes: readScopes(scope ?? ""),
  };
}

/** What the consent page shows: who asks, where answers go, for what, and where it could be seated. */
async function readConsent(asked: Asked) {
  const request = await describeRequest(asked, await findRequest(asked));
  const { person_id, store } = asked;
  const [person, workspaces, projects] = await Promise.all([
    findPerson(store.read, person_id),
    listMemberships(store.read, person_id),
    listMyProjects(store.read, person_id),
  ]);
  if (!person) throw notFound("person");
  return {
    client_name: request.client_name,
    // Anybody can register under any name.
    client_verified: false,
    ...describeRedirect(request.redirect_uri),
    scopes: request.scopes,
    person: { name: person.name, email: person.email },
    workspaces: workspaces.map(({ workspace_id, name }) => ({
      workspace_id,
      name,
      projects: projects
        .filter((project) => project.workspace_id === workspace_id)
        .map((project) => ({ project_id: project.project_id, name: project.name })),
    })),
  };
}

/** The person's decision as the page sends it. */
interface Decision {
  readonly allow: boolean;
  readonly workspace_id: string;
  readonly project_ids: readonly string[];
}

function readDecision(json: string): Decision {
  const { allow, workspace_id, project_ids } = readObject(json) ?? {};
  if (allow === false) return { allow, workspace_id: "", project_ids: [] };
  const seats = Array.isArray(project_ids) && project_ids.length <= MOST_PROJECTS ? project_ids : [];
  const ids = seats.filter((id): id is string => typeof id === "string" && id.length <= 64);
  if (allow !== true || typeof workspace_id !== "string" || ids.length === 0 || ids.length < seats.length) {
    throw new Refusal({
      code: "invalid_arguments",
      message: "A decision needs allow and, to let a client in, a workspace_id and at least one project id.",
      where: "project_ids",
      hint: "Tick at least one project.",
    });
  }
  return { allow, workspace_id, project_ids: ids };
}

/**
 * Lets the client in or turns it away; returns where the browser goes on. The connection is there before the
 * grant that a client could use, so no client ever acts without one.
 */
async function decideConsent(asked: Asked, body: string): Promise<{ redirect_to: string }> {
  const decision = readDecision(body);
  const { provider, person_id, req, res } = asked;
  const request = await describeRequest(asked, await findRequest(asked));
  if (!decision.allow) {
    const result = { error: "access_denied", error_description: "the person did not let the client in" };
    return { redirect_to: await provider.interactionResult(req, res, result) };
  }
  const grant = new provider.Grant({ accountId: person_id, clientId: request.client_id });
  grant.jti = newSecret();
  grant.addResourceScope(asked.resource, [...request.scopes]);
  await asked.store.write(letInWrite, {
    connection: {
      workspace_id: decision.workspace_id,
      person_id,
      client_name: request.client_name,
      scopes: request.scopes.join(" "),
      project_ids: decision.project_ids,
    },
    client_id: request.client_id,
    grant_id: grant.jti,
    interaction: secretHash(asked.uid),
  });
  await grant.save();
  const result = { login: { accountId: person_id, remember: false }, consent: { grantId: grant.jti } };
  return { redirect_to: await provider.interactionResult(req, res, result) };
}
