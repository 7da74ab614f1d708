import { describe, expect, test } from "vitest";
import { describeRedirect } from "./oauth-redirects.ts";
import { readAuthorization, readTokenRequest } from "./oauth-tolerance.ts";

const RESOURCE = "https://anteroom.example.test/api/v1/external-mcp";

function authorization(query: string): Record<string, string[]> {
  const read = readAuthorization(new URLSearchParams(query), RESOURCE);
  return Object.fromEntries([...read.keys()].map((name) => [name, read.getAll(name)]));
}

describe("a request to authorize", () => {
  test("keeps what means something here and drops the rest", () => {
    const kept =
      "response_type=code&client_id=c&redirect_uri=u&state=s&code_challenge=x&code_challenge_method=S256";
    const dropped =
      "prompt=login+consent&nonce=n&max_age=0&claims=%7B%7D&response_mode=form_post&request=jwt&x=y";
    expect(authorization(`${kept}&${dropped}`)).toEqual({
      response_type: ["code"],
      client_id: ["c"],
      redirect_uri: ["u"],
      state: ["s"],
      code_challenge: ["x"],
      code_challenge_method: ["S256"],
      scope: ["osfoundry:read osfoundry:write"],
    });
  });

  test("leaves what was sent twice for the authorization server to refuse", () => {
    expect(authorization("scope=a&scope=b&client_id=c&client_id=d")).toEqual({
      scope: ["a", "b"],
      client_id: ["c", "d"],
    });
  });

  test.each([
    [RESOURCE, RESOURCE],
    [`${RESOURCE}/`, RESOURCE],
    [`${RESOURCE}?tools=rooms,reporting`, RESOURCE],
    [RESOURCE.replace("https://anteroom", "HTTPS://ANTEROOM"), RESOURCE],
    [RESOURCE.replace(".test/", ".test:443/"), RESOURCE],
    [`${RESOURCE}//`, `${RESOURCE}//`],
    [`${RESOURCE}#x`, `${RESOURCE}#x`],
    [RESOURCE.replace("/external-mcp", "/EXTERNAL-MCP"), RESOURCE.replace("/external-mcp", "/EXTERNAL-MCP")],
    ["https://anteroom.example.test", "https://anteroom.example.test"],
    [RESOURCE.replace("https://", "https://u@"), RESOURCE.replace("https://", "https://u@")],
    ["nonsense", "nonsense"],
  ])("for %s is one for %s", (asked, resource) => {
    expect(authorization(new URLSearchParams({ resource: asked }).toString())["resource"]).toEqual([
      resource,
    ]);
  });

  test("naming our resource in two ways names it once", () => {
    const query = new URLSearchParams([
      ["resource", RESOURCE],
      ["resource", `${RESOURCE}/`],
    ]);
    expect(authorization(query.toString())["resource"]).toEqual([RESOURCE]);
  });
});

test("a request for tokens loses only unknown scopes and an empty resource", () => {
  const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: "r", client_id: "c" });
  const asked = new URLSearchParams([...form, ["scope", "offline_access"], ["resource", ""]]);
  expect(readTokenRequest(asked, RESOURCE).toString()).toBe(form.toString());
});

test.each([
  ["http://localhost:33418/callback", { redirect_host: "localhost:33418", loopback: true }],
  ["http://[::1]/callback", { redirect_host: "[::1]", loopback: true }],
  ["https://localhost/callback", { redirect_host: "localhost", loopback: false }],
  ["https://agent.example.test/callback", { redirect_host: "agent.example.test", loopback: false }],
  ["https://agеnt.example.test/", { redirect_host: "xn--agnt-w4d.example.test", loopback: false }],
  ["editor://auth/done", { redirect_host: "editor://auth", loopback: false }],
])("answers to %s are shown as going to the host", (uri, shown) => {
  expect(describeRedirect(uri)).toEqual(shown);
});
