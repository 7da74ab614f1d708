import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { CompanyProvider } from "../../packages/features/src/testing/company-provider.ts";
import { CompanyBrowser } from "../testkit/company-browser.ts";
import { TestServer } from "../testkit/server.ts";

// What strangers make the server ask for outside keeps nobody waiting who signs in.

test("a company's people sign in while strangers name documents at a place that never answers (net-7)", async () => {
  let asked = 0;
  const silent = createServer((socket) => {
    asked += 1;
    socket.on("error", () => undefined);
  }).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const place = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
  await using acme = await CompanyProvider.open({
    colleagues: { ann: { email: "ann@acme.example.test", email_verified: true, name: "Ann" } },
  });
  await using server = await TestServer.launch({
    env: {
      ANTEROOM_CLIENT_METADATA: "1",
      ANTEROOM_TRUST_PROXY: "1",
      ANTEROOM_EGRESS_ALLOW: `${place},${acme.place}`,
      ANTEROOM_OIDC: "acme",
      ANTEROOM_OIDC_ACME_ISSUER: acme.issuer,
      ANTEROOM_OIDC_ACME_CLIENT_ID: acme.client_id,
      ANTEROOM_OIDC_ACME_CLIENT_SECRET: acme.client_secret,
      ANTEROOM_OIDC_ACME_DOMAINS: "acme.example.test",
      ANTEROOM_OIDC_ACME_JOIN: "member",
    },
  });
  acme.trust(server.origin, "acme");
  const strangers = Array.from({ length: 100 }, async (_, index) => {
    const query = new URLSearchParams({ client_id: `https://${place}/${index}`, response_type: "code" });
    const headers = { "x-forwarded-for": `192.0.2.${index % 10}` };
    // Cut off in the end, without an answer.
    await fetch(`${server.origin}/authorize?${query.toString()}`, { headers }).catch(() => undefined);
  });
  await expect.poll(() => asked).toBeGreaterThan(7);
  expect(await new CompanyBrowser(server.origin).signInWith("acme", { name: "ann" })).toBe("/");
  await server.kill();
  await Promise.all(strangers);
  silent.close();
});
