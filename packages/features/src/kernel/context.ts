import type { Kysely } from "kysely";
import type { AppFiles } from "@anteroom/app-format";
import type { Schema } from "../db/schema.ts";
import type { InputOf, OperationShape, OutputOf } from "./operation.ts";
import type { AgentPrincipal, PersonPrincipal } from "./principal.ts";
import type { Waiting } from "./waiting.ts";
import type { Write } from "./write.ts";

/** The database as services see it: reads on a connection of their own, writes by name through the writer. */
export interface Store {
  readonly read: Kysely<Schema>;
  /** Resolves after the commit; rejects with the write's Refusal, or `unavailable` if the outcome is unknown. */
  write<Args, Result>(write: Write<Args, Result>, args: Args): Promise<Result>;
}

/** One place where a file does not compile. Lines and columns count from 1. */
export interface Diagnostic {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** What reading the source of an app gave: faults, or without any the scan. */
export interface CheckedSource {
  readonly diagnostics: readonly Diagnostic[];
  readonly scan?: {
    /** As it is stored with the source; `readScan` reads it. */
    readonly report: string;
    /** How many findings it has, those that are only counted included. */
    readonly findings: number;
    /** What of the house the code asks for, in the order of GRANTS. */
    readonly grants: readonly string[];
  };
}

/** A stretch of one line, counted from 1; `end_column` is the first column after it. */
export interface ScanSpan {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly end_column: number;
}

/** What the code of an app shows of itself: signals for a reader's eyes, from the code alone. */
export interface Scan {
  readonly capabilities: {
    readonly capability: string;
    readonly name: string;
    readonly total: number;
    readonly places: ScanSpan[];
  }[];
  /** How many packages are imported; `capabilities` names some of them. */
  readonly packages: number;
  readonly findings: (ScanSpan & { readonly code: string; readonly data: Record<string, unknown> })[];
  /** Findings of each code, shown or not. */
  readonly totals: Record<string, number>;
}

/** The runtime that new approvals are bound to. */
export interface RuntimeInfo {
  readonly version: string;
  readonly entry: string;
  readonly packages: string[];
  readonly storage: string;
  readonly blocked: string[];
  /** What an app may be written with, in a few short lines for those who write one. */
  readonly offers: string[];
}

/** A company's OpenID Connect provider, as the operator set it up. */
export interface IdentityProvider {
  readonly provider_id: string;
  /** What the button says. */
  readonly name: string;
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret: string;
  /** For which emails its word counts, in lower case; who has linked it comes in by it with any. */
  readonly domains: readonly string[];
  /** The role that newcomers of these domains get in the first workspace; absent: only people who are here already. */
  readonly joins?: "member" | "guest";
}

/** Whose turn a costly hash is, so that a flood by strangers leaves others theirs. */
export interface Turn {
  readonly address: string;
  /** Who waits for it, if that is known: by a sign-in, by a link, or by a browser that this person used before. */
  readonly person_id?: string;
}

/** What the server lends the services: no sockets, no process, no clock of its own. */
export interface Ports {
  readonly store: Store;
  /** The origin that people's browsers use, without a trailing slash. */
  readonly origin: string;
  readonly server: { readonly name: string; readonly version: string };
  readonly runtime: RuntimeInfo;
  /** Keeps the current runtime's bytes in the data folder; an approval may be bound to it afterwards. */
  keepRuntime(): Promise<void>;
  /** Parses and scans each source file away from the event loop, callers in turns. */
  checkFiles(files: AppFiles, caller: string): Promise<CheckedSource>;
  /** A stored report for the app with these paths; undefined for one that older rules made. */
  readScan(report: string, paths: Iterable<string>): Scan | undefined;
  readonly sha256: (text: string) => string;
  /** Signs a receipt with this installation's key (Ed25519); both in base64url. */
  signReceipt(text: string): { readonly signature: string; readonly public_key: string };
  /** Lets the sample agent do its next thing in a Room; resolves with the proposal that then waits. */
  playSampleAgent?(principal: AgentPrincipal, room_id: string): Promise<string>;
  /** Proposals of one connection that may wait in one Room; 0: no limit. */
  readonly pendingLimit: number;
  /** Whether the operator asked for a demo: a new installation begins as one. */
  readonly demo: boolean;
  /** How many held calls wait for this subject now. */
  heldCalls(subject: string): number;
  /** How many calls and streams this connection holds open now. */
  openCalls(connection_id: string): number;
  /**
   * Fetches from outside through the one guard of outgoing requests: no address of this machine or network
   * unless the operator named it, no redirects, bounded in time and size. Rejects with what went wrong.
   */
  fetchOutside(url: string | URL, init?: RequestInit): Promise<Response>;
  /** Whether a client may name itself by the https address of its metadata document. */
  readonly clientMetadata: boolean;
  readonly identityProviders: readonly IdentityProvider[];
  hashPassword(password: string, turn: Turn): Promise<string>;
  verifyPassword(hash: string, password: string, turn: Turn): Promise<boolean>;
  /**
   * Takes the printed set-up link by its secret: undefined for a wrong one, and while somebody has it. What is
   * returned gives it back, for the next try.
   */
  claimSetUp(secret: string): (() => void) | undefined;
}

/** The browser that a person's operation answers to. */
export interface Browser {
  /** Stores the sign-in's secret in the browser's cookie and returns the proof its later calls must carry. */
  signIn(secret: string, kept: { readonly sign_in_id: string; readonly expires_at: string }): string;
  /**
   * Adds a secret to that of the sign-in in the cookie: what a confirmation opens stays closed to a copy of the
   * cookie that was taken before.
   */
  confirm(secret: string, expires_at: string): void;
  signOut(): void;
  /** The hash of the sign-in this call came with, if any. */
  readonly sign_in_hash?: string;
  /** The hash of the last confirmation's secret that this browser holds, if any. */
  readonly confirmation_hash?: string;
  readonly user_agent: string;
  /** The address that the call came from, as far as it is known. */
  readonly address: string;
  /** What this browser kept of an earlier sign-in (`keepDevice`), for telling its person from strangers. */
  readonly device?: string;
  keepDevice(value: string): void;
}

export interface AgentContext extends Ports {
  readonly principal: AgentPrincipal;
}
export interface PersonContext extends Ports {
  readonly principal: PersonPrincipal;
  readonly browser: Browser;
}
export interface OpenContext extends Ports {
  readonly principal?: PersonPrincipal;
  readonly browser: Browser;
}

type ContextOf<O extends OperationShape> = O["audience"] extends "agent"
  ? AgentContext
  : O extends { open: true }
    ? OpenContext
    : PersonContext;

export type Handler<O extends OperationShape> = (
  context: ContextOf<O>,
  input: InputOf<O>,
) => Promise<OutputOf<O> | Waiting<OutputOf<O>>>;

/** An operation with its handler, as the faces see it. */
export interface Bound {
  readonly operation: OperationShape;
  readonly handler: (context: never, input: never) => Promise<unknown>;
}

/** Ties an operation to its handler; the types of both must agree. */
export function bind<O extends OperationShape>(operation: O, handler: Handler<O>): Bound {
  return { operation, handler };
}
