import { authenticateBearer, issueApiToken, serverKey } from "../../packages/features/src/index.ts";
import { House, OWNER } from "../../packages/features/src/testing/house.ts";
import { Client, connect, Visitor } from "../../packages/features/src/testing/visitor.ts";

/** A store with a person and tokens of both kinds, for asking whom they act for without a server around it. */
export async function setUpHouse() {
  const house = await House.open();
  const { ports } = house;
  const owner = await house.setUp();
  const { token } = await issueApiToken(ports.store, { email: OWNER.email, scopes: ["osfoundry:read"] });
  const { access_token } = await connect(new Visitor(house, owner), await Client.register(house));
  let changes = 0;
  return {
    tokens: { "API token": token, "access token of OAuth": access_token },
    check: async (secret: string) => await authenticateBearer(ports, secret),
    /** Any change in the database, after which nothing is remembered. */
    change: async () => {
      changes += 1;
      await serverKey(ports.store, `change ${changes}`);
    },
    [Symbol.asyncDispose]: async () => await house[Symbol.asyncDispose](),
  };
}
