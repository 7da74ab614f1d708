import { lazy, Suspense, useEffect, useLayoutEffect, useRef, type ReactNode } from "react";
import { Route, Switch, useLocation } from "wouter";
import { client } from "../data/index.ts";
import { Skeleton } from "../parts/index.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { NotFound } from "./not-found.tsx";
import { arrival } from "./page.tsx";
import { leaveForSignIn } from "./sign-in-again.ts";
import { Shell } from "./shell.tsx";
import styles from "./page.module.css";

const SetUp = lazy(async () => ({ default: (await import("../set-up/set-up-page.tsx")).SetUpPage }));
const SignIn = lazy(async () => ({ default: (await import("../sign-in/sign-in-page.tsx")).SignInPage }));
const Reset = lazy(async () => ({ default: (await import("../reset/reset-page.tsx")).ResetPage }));
const Account = lazy(async () => ({ default: (await import("../account/account-page.tsx")).AccountPage }));
const Invitation = lazy(async () => ({
  default: (await import("../invitation/invitation-page.tsx")).InvitationPage,
}));
const Consent = lazy(async () => ({ default: (await import("../consent/consent-page.tsx")).ConsentPage }));
const Device = lazy(async () => ({ default: (await import("../device/device-page.tsx")).DevicePage }));
const Home = lazy(async () => ({ default: (await import("../home/home-page.tsx")).HomePage }));
const Connected = lazy(async () => ({
  default: (await import("../connected/connected-page.tsx")).ConnectedPage,
}));
const Review = lazy(async () => ({ default: (await import("../review/review-page.tsx")).ReviewPage }));
const Room = lazy(async () => ({ default: (await import("../room/room-page.tsx")).RoomPage }));
const AppWindow = lazy(async () => ({ default: (await import("../room/app-window.tsx")).AppWindow }));
const History = lazy(async () => ({ default: (await import("../history/history-page.tsx")).HistoryPage }));
const Project = lazy(async () => ({ default: (await import("../project/project-page.tsx")).ProjectPage }));
const Workspace = lazy(async () => ({
  default: (await import("../workspace/workspace-page.tsx")).WorkspacePage,
}));

/** Every address of the app. The pages before sign-in stand alone; all others stand in the shell. */
export function Routes(): ReactNode {
  const [place] = useLocation();
  useArrival(place);
  return (
    <ErrorBoundary place={place}>
      <Suspense>
        <Switch>
          <Route path="/set-up" component={SetUp} />
          <Route path="/sign-in" component={SignIn} />
          <Route path="/reset" component={Reset} />
          <Route path="/invitation" component={Invitation} />
          <Route path="/consent/:uid">{({ uid }) => <Consent key={uid} uid={uid} />}</Route>
          <Route path="/device" component={Device} />
          <Route>
            <Inside place={place} />
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}

/** The pages of a signed-in person. */
function Inside({ place }: { readonly place: string }): ReactNode {
  if (!client.signedIn) return <Leave />;
  return (
    <Suspense>
      <Switch>
        {/* Without the shell: that window is the app's. */}
        <Route path="/rooms/:id/apps/:app">
          {({ id, app }) => <AppWindow key={`${id} ${app}`} roomId={id} instanceId={app} />}
        </Route>
        <Route>
          <Housed place={place} />
        </Route>
      </Switch>
    </Suspense>
  );
}

/** The pages that stand in the shell. */
function Housed({ place }: { readonly place: string }): ReactNode {
  return (
    <Shell>
      <ErrorBoundary place={place}>
        <Suspense fallback={<Loading />}>
          <Switch>
            <Route path="/" component={Home} />
            <Route path="/account" component={Account} />
            <Route path="/connected" component={Connected} />
            <Route path="/connected/proposals/:id">{({ id }) => <Review key={id} proposalId={id} />}</Route>
            <Route path="/rooms/:id">{({ id }) => <Room key={id} roomId={id} />}</Route>
            <Route path="/rooms/:id/history">{({ id }) => <History roomId={id} />}</Route>
            <Route path="/rooms/:id/history/:app">
              {({ id, app }) => <History roomId={id} instanceId={app} />}
            </Route>
            <Route path="/rooms/:id/history/:app/:version">
              {({ id, app, version }) => <History roomId={id} instanceId={app} version={version} />}
            </Route>
            <Route path="/projects/:id">{({ id }) => <Project key={id} projectId={id} />}</Route>
            <Route path="/workspaces/:id">{({ id }) => <Workspace key={id} workspaceId={id} />}</Route>
            <Route component={NotFound} />
          </Switch>
        </Suspense>
      </ErrorBoundary>
    </Shell>
  );
}

function Leave(): ReactNode {
  useEffect(() => leaveForSignIn(false), []);
  return null;
}

function Loading(): ReactNode {
  return (
    <div className={styles.page}>
      <Skeleton />
    </div>
  );
}

/** Sends the focus to the heading of each page that is gone to, and the view to its top. */
function useArrival(place: string): void {
  const last = useRef(place);
  const back = useRef(false);
  useEffect(() => {
    const onPop = (): void => {
      back.current = location.pathname !== last.current;
    };
    window.addEventListener("popstate", onPop);
    return () => window.removeEventListener("popstate", onPop);
  }, []);
  // Before the effects of the page's own heading, which looks at it.
  useLayoutEffect(() => {
    if (last.current === place) return;
    last.current = place;
    arrival.wanted = true;
    // The browser itself restores the view when a person goes back.
    if (!back.current) window.scrollTo(0, 0);
    back.current = false;
  }, [place]);
}
