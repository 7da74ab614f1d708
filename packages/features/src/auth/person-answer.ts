import type { IncomingMessage } from "node:http";
import { errors, type default as Provider } from "oidc-provider";
import type { BrowserSignIn } from "../accounts/index.ts";
import type { Ports, Store } from "../kernel/context.ts";
import { notFound, Refusal } from "../kernel/errors.ts";
import { newSecret } from "../kernel/ids.ts";
import type { Scope } from "../kernel/operation.ts";
import { findPerson, listMemberships, listMyProjects } from "../workspaces/index.ts";
import { answer, type Call, type Serve } from "./http-route.ts";
import type { Redirect } from "./oauth-redirects.ts";
import { readBody, readObject } from "./oauth-request.ts";
import { cleanClientName, readScopes } from "./policy.ts";
import { type Answered, letInWrite, requestOver, turnAwayWrite } from "./request-writes.ts";
import { listHeldScopes } from "./store.ts";

// What a person is shown and says when a client asks to be let in, by whatever way it asks.

const MOST_PROJECTS = 1000;

export interface PeopleOptions {
  readonly ports: Pick<Ports, "store" | "origin">;
  /** Who is signed in in the browser that sent this request, if anybody. */
  readonly authenticate: (req: IncomingMessage) => Promise<BrowserSignIn | undefined>;
  /** Throws a Refusal unless the request comes from a page of ours and, given a sign-in, carries its proof. */
  readonly guard: (req: IncomingMessage, signIn: BrowserSignIn | undefined) => void;
}

/** A page's question or decision, from who is signed in. */
export interface PersonCall extends Call {
  readonly person_id: string;
  /** What the path's first group matched. */
  readonly part: string;
  readonly body: string;
}

/** Answers calls of our own pages, for people who are signed in, with what `serve` returns. */
export function forPeople(options: PeopleOptions, serve: (call: PersonCall) => Promise<object>): Serve {
  return async (call, part) => {
    const { req, res } = call;
    const person_id = await personOf(options, req);
    const body = await readBody(req);
    // A body takes as long as its sender likes: a sign-in that ended meanwhile lets nobody in any more.
    await personOf(options, req);
    answer(res, 200, await serve({ ...call, part, person_id, body }));
  };
}

async function personOf({ authenticate, guard }: PeopleOptions, req: IncomingMessage): Promise<string> {
  const signIn = await authenticate(req);
  guard(req, signIn);
  if (!signIn) throw new Refusal({ code: "sign_in_required", message: "Sign in first." });
  return signIn.principal.person_id;
}

/** The client that asks, and what for. */
export interface Asking {
  readonly client_id: string;
  readonly client_name: string;
  readonly scopes: readonly Scope[];
}

/** Throws `not_found` for a client that is not known any more. */
export async function describeAsking(
  provider: Provider,
  { client_id, scope }: { readonly client_id: string; readonly scope: string },
): Promise<Asking> {
  const client = await provider.Client.find(client_id).catch((error: unknown) => {
    // Its metadata document cannot be had now.
    if (!(error instanceof errors.OIDCProviderError)) throw error;
  });
  if (!client) throw requestOver();
  return {
    client_id: client.clientId,
    client_name: cleanClientName(client.clientName),
    scopes: readScopes(scope),
  };
}

/** What the person is shown about who asks, for what, and where it could be seated. */
export async function describeChoice(store: Store, person_id: string, asking: Asking) {
  const { client_id, client_name, scopes } = asking;
  const [person, workspaces, projects, held] = await Promise.all([
    findPerson(store.read, person_id),
    listMemberships(store.read, person_id),
    listMyProjects(store.read, person_id),
    listHeldScopes(store.read, { client_id, person_id }),
  ]);
  if (!person) throw notFound("person");
  return {
    client_name,
    // Anybody can register under any name.
    client_verified: false,
    // Who publishes a document at an https address is at least the host of that address.
    ...(client_id.startsWith("https://") && { client_host: new URL(client_id).host }),
    scopes,
    held_scopes: readScopes(held),
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
type Decision =
  | { readonly allow: false }
  | { readonly allow: true; readonly workspace_id: string; readonly project_ids: readonly string[] };

/** Throws `invalid_arguments` for what is none. */
export function readDecision(json: string): Decision {
  const { allow, workspace_id, project_ids } = readObject(json) ?? {};
  if (allow === false) return { allow };
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

interface Deciding {
  readonly store: Store;
  readonly person_id: string;
  readonly asking: Asking;
  /** Where the client's answers go, if it has such an address. */
  readonly redirect?: Redirect;
  readonly resource: string;
  readonly request: Omit<Answered, "answer">;
  /** What the authorization server shall find in the request: with the grant, or without one for a no. */
  readonly answerWith: (grant_id: string | undefined) => Readonly<Record<string, unknown>>;
}

/**
 * Lets the client in or turns it away, once: throws `not_found` for what was answered before. A client that
 * asks again, for more scopes or on another machine, gets a connection of its own: its id does not tell which
 * of its installations asks, so no other connection may end for it.
 */
export async function decide(decision: Decision, deciding: Deciding): Promise<void> {
  const { store, person_id, asking, redirect, resource, request, answerWith } = deciding;
  if (!decision.allow) {
    await store.write(turnAwayWrite, { ...request, answer: answerWith(undefined) });
    return;
  }
  const grant_id = newSecret();
  const scopes = asking.scopes.join(" ");
  const { workspace_id, project_ids } = decision;
  const { client_id, client_name } = asking;
  await store.write(letInWrite, {
    connection: { workspace_id, person_id, client_name, scopes, project_ids, ...(redirect && { redirect }) },
    client_id,
    grant_id,
    resources: { [resource]: scopes },
    request: { ...request, answer: answerWith(grant_id) },
  });
}
