import type { ReactNode } from "react";
import { useText } from "../messages/text.tsx";
import { ButtonLink, Empty } from "../parts/index.ts";
import { Page, PageHeading } from "./page.tsx";

/** An address that leads nowhere, or to what this person may not see: both look the same. */
export function NotFound(): ReactNode {
  const text = useText();
  return (
    <Page head={<PageHeading>{text("not-found.title")}</PageHeading>}>
      <Empty
        title={text("not-found.what")}
        action={<ButtonLink href="/">{text("not-found.home")}</ButtonLink>}
      >
        {text("not-found.why")}
      </Empty>
    </Page>
  );
}
