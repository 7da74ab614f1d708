import { Component, type ReactNode } from "react";
import { useText } from "../messages/text.tsx";
import { Button, ErrorNote } from "../parts/index.ts";
import { Page, PageHeading } from "./page.tsx";

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** A new value, such as the next address, gives the page another try. */
  readonly place: string;
}

interface ErrorBoundaryState {
  readonly failed: boolean;
  readonly place: string;
}

/** Catches what a screen throws while drawing, so that a person can go on elsewhere. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, place: this.props.place };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps(
    props: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return props.place === state.place ? null : { failed: false, place: props.place };
  }

  override render(): ReactNode {
    return this.state.failed ? <Broken /> : this.props.children;
  }
}

function Broken(): ReactNode {
  const text = useText();
  return (
    <Page head={<PageHeading>{text("app.broken")}</PageHeading>}>
      <ErrorNote
        what={text("error.unexpected")}
        holds={text("app.broken-holds")}
        next={text("error.unexpected-next")}
      />
      <div>
        <Button kind="door" icon="reload" onPress={() => location.reload()}>
          {text("app.reload")}
        </Button>
      </div>
    </Page>
  );
}
