import { defineOperation } from "../kernel/operation.ts";
import { id, record, text } from "../kernel/schemas.ts";
import { words } from "./contract.ts";

const app = { room_id: id, instance_id: id } as const;

export const sendToAgent = defineOperation({
  name: "send_to_agent",
  audience: "person",
  description:
    "Tells the agent of an approved app what a member of the Room would have changed, or how it failed. The words arrive as data, with who wrote them.",
  input: record({ ...app, kind: { enum: ["change", "failure"] }, body: words }),
  output: record({ request_id: text }),
});

export const copyApp = defineOperation({
  name: "copy_app",
  audience: "person",
  description:
    "Proposes the approved code of an app to another Room of the same workspace that this person is in; its owner reviews it like any other. Data is not copied.",
  input: record({ ...app, to_room_id: id }),
  output: record({ proposal_id: text, review_url: text }),
});
