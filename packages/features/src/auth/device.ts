import type Provider from "oidc-provider";
import { Refusal } from "../kernel/errors.ts";
import { secretHash } from "../kernel/ids.ts";
import { TryLimit } from "../kernel/try-limit.ts";
import type { Route } from "./http-route.ts";
import { readObject } from "./oauth-request.ts";
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
import { findDeviceRequest } from "./store.ts";

/** Wrong codes in a minute: of one person, whatever the number of sign-ins, and of all. */
const WRONG_CODES = 10;
const WRONG_CODES_OF_ALL = 300;

/** Consonants alone: easy to read out, and no word comes of them. */
const USER_CODE = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/;

/**
 * What the device page reads and sends: `POST /device/read` and `POST /device/decide`, both with the code that
 * the device shows. Codes are short, so how many of them can be tried is bounded (RFC 8628, section 5.1).
 */
export function deviceRoute(options: PeopleOptions, provider: Provider): Route {
  const { store, origin } = options.ports;
  const byPerson = new TryLimit({ most: WRONG_CODES, seconds: 60 });
  const byAll = new TryLimit({ most: WRONG_CODES_OF_ALL, seconds: 60 });

  /** Throws `not_found` for a code that is wrong, over or answered, and `rate_limited` after too many of them. */
  async function findRequest({ person_id, body }: PersonCall) {
    const wait = byPerson.take(person_id) || byAll.take("");
    if (wait > 0) throw tooManyCodes(wait);
    const code = readCode(body);
    const row = code && (await findDeviceRequest(store.read, secretHash(code)));
    const payload = row && (JSON.parse(row.payload) as DevicePayload);
    if (!row || !payload || payload.exp <= Date.now() / 1000) throw requestOver();
    byPerson.giveBack(person_id);
    byAll.giveBack("");
    const { clientId, params } = payload;
    const asking = await describeAsking(provider, { client_id: clientId, scope: params.scope ?? "" });
    return { id: row.id, code, asking };
  }

  async function read(call: PersonCall) {
    const { code, asking } = await findRequest(call);
    const user_code = `${code.slice(0, 4)}-${code.slice(4)}`;
    return { ...(await describeChoice(store, call.person_id, asking)), device: true, user_code };
  }

  async function answer(call: PersonCall): Promise<{ decided: true }> {
    const decision = readDecision(call.body);
    const { id, asking } = await findRequest(call);
    const { person_id } = call;
    const resource = resourceOf(origin);
    const granted = { accountId: person_id, scope: asking.scopes.join(" "), resource };
    await decide(decision, {
      store,
      person_id,
      asking,
      resource,
      request: { kind: "DeviceCode", id },
      answerWith: (grantId) => (grantId === undefined ? DENIED : { ...granted, grantId }),
    });
    return { decided: true };
  }

  return {
    path: /^\/device\/(read|decide)$/,
    POST: forPeople(options, async (call) => (call.part === "read" ? await read(call) : await answer(call))),
  };
}

/** A device's request as the authorization server keeps it. */
interface DevicePayload {
  readonly clientId: string;
  readonly exp: number;
  readonly params: { readonly scope?: string };
}

const DENIED = { error: "access_denied", errorDescription: "the person did not let the device in" };

/** The code that a person typed, whatever the case and whatever stands between its letters; "" for none. */
function readCode(json: string): string {
  const { user_code } = readObject(json) ?? {};
  if (typeof user_code !== "string" || user_code.length > 64) return "";
  const letters = user_code.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  return USER_CODE.test(letters) ? letters : "";
}

function tooManyCodes(wait: number): Refusal {
  return new Refusal({
    code: "rate_limited",
    message: "Too many wrong codes were tried.",
    hint: "Wait, then type the code that the device shows.",
    retry_after_seconds: wait,
  });
}
