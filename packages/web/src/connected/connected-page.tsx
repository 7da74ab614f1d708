import type { ReactNode } from "react";
import { Page, PageHeading } from "../app/page.tsx";
import { useText } from "../messages/text.tsx";
import { ConnectPanel } from "./connect-client.tsx";
import { Connections } from "./connections.tsx";
import { NeedsApproval } from "./needs-approval.tsx";

/** `/connected`: what waits for this person, and the clients that act for them. */
export function ConnectedPage(): ReactNode {
  const text = useText();
  return (
    <Page head={<PageHeading>{text("app.connected")}</PageHeading>} aside={<ConnectPanel />}>
      <NeedsApproval />
      <Connections />
    </Page>
  );
}
