import { approvalOf, type Card } from "../../../../tests/testkit/person.ts";
import { Authenticator } from "../../../features/src/testing/authenticator.ts";
import { type House, startHouse } from "./house.fixture.ts";

/**
 * What a server leaves in its data folder when it let in "Plain" before its owner had a passkey, and then by passkey
 * "Sealed" and "Improved", the last as an update.
 */
export async function leaveApprovedApps(keep: (data: string) => void): Promise<void> {
  await using house = await startHouse();
  const client = await house.connect();
  const propose = async (name: string, label: string) => {
    const files = { "src/App.tsx": `export default () => <p>${label}</p>;`, "src/more.ts": "export {};" };
    const made = await client.propose(name, { files, idempotency_key: `key-of-${label}` }, {});
    return String(made.structuredContent.proposal_id);
  };
  await house.owner.approve(await propose("Plain", "plain"));
  const device = new Authenticator();
  const { ticket, options } = await house.owner.do<Asked>("begin_add_passkey");
  const credential = device.create(options, house);
  await house.owner.do("finish_add_passkey", { ticket, credential, name: "Laptop" });
  await confirm(house, device, await propose("Sealed", "sealed"));
  await confirm(house, device, await propose("Improved", "first"));
  await confirm(house, device, await propose("Improved", "second"));
  keep(house.data);
}

interface Asked {
  readonly ticket: string;
  readonly options: object;
}

/** Approves by passkey, as an update where there is something to update. */
async function confirm({ owner, origin }: House, device: Authenticator, proposal_id: string): Promise<void> {
  const card = await owner.card(proposal_id);
  const { updates } = card as Card & { updates?: { instance_id: string; digest: string } };
  const { files_seen, ...seen } = approvalOf(card);
  const way = updates && {
    as: "update",
    updates: { instance_id: updates.instance_id, digest: updates.digest },
  };
  const { passkey } = await owner.do<{ passkey: Asked }>("begin_approval", { ...seen, ...way });
  const answer = { ticket: passkey.ticket, credential: device.get(passkey.options, { origin }) };
  await owner.do("approve_proposal", { ...seen, ...way, files_seen, ...answer });
}
