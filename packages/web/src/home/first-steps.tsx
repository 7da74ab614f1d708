import type { ReactNode } from "react";
import { Link } from "wouter";
import { Page, PageHeading } from "../app/page.tsx";
import { ConnectClient } from "../connected/connect-client.tsx";
import { useText } from "../messages/text.tsx";
import { ButtonLink, CopyLine, DoorGlyph } from "../parts/index.ts";
import { proposalHref } from "../review/places.ts";
import { SampleAgent } from "../room/sample-agent.tsx";
import type { FirstStepsState } from "./steps.ts";
import styles from "./first-steps.module.css";

/** Home while nothing is there. It moves on by itself, as the client connects and the proposal arrives. */
export function FirstSteps({ steps }: { readonly steps: FirstStepsState }): ReactNode {
  const text = useText();
  return (
    <Page
      close
      head={
        <div>
          <PageHeading look="door" title={text("app.home")}>
            {text("first.title")}
          </PageHeading>
          <p className={styles.lead}>{text("first.lead")}</p>
        </div>
      }
      aside={<Ghost room={steps.room} />}
    >
      {steps.sample && steps.step !== 3 ? (
        <section className={styles.sample} aria-labelledby="sample">
          <h2 id="sample">{text("sample.title")}</h2>
          <SampleAgent roomId={steps.room.room_id} />
        </section>
      ) : null}
      <ol className={styles.steps}>
        <Step number={1} now={steps.step} title={text("first.connect")}>
          {steps.step === 1 ? (
            <>
              <ConnectClient />
              <Waits>{text("first.connect-waits")}</Waits>
            </>
          ) : (
            <p className={styles.done}>{text("first.connected")}</p>
          )}
        </Step>
        <Step number={2} now={steps.step} title={text("first.ask")}>
          {steps.step === 3 ? (
            <p className={styles.done}>{text("first.asked", { name: steps.card?.name ?? "" })}</p>
          ) : (
            <CopyLine
              value={text("first.request", { room: steps.room.name })}
              label={text("first.request-label")}
            />
          )}
          {steps.step === 2 ? <Waits>{text("first.ask-waits")}</Waits> : null}
        </Step>
        <Step number={3} now={steps.step} title={text("first.read")}>
          <p className={styles.words}>{text(steps.card ? "first.read-now" : "first.read-words")}</p>
          {steps.card ? (
            <ButtonLink href={proposalHref(steps.card.proposal_id)} kind="door">
              {text("queue.review-name", { name: steps.card.name })}
            </ButtonLink>
          ) : null}
        </Step>
      </ol>
    </Page>
  );
}

interface StepProps {
  readonly number: 1 | 2 | 3;
  readonly now: 1 | 2 | 3;
  readonly title: string;
  readonly children: ReactNode;
}

function Step({ number, now, title, children }: StepProps): ReactNode {
  const text = useText();
  const state = number < now ? "open" : number === now ? "waiting" : "later";
  const label = number < now ? "first.done" : number === now ? "first.turn" : "door.later";
  return (
    <li
      className={number > now ? styles.later : undefined}
      aria-current={number === now ? "step" : undefined}
    >
      <DoorGlyph state={state} size="large" label={text(label)} />
      <div>
        <h2>{text("first.step", { number, title })}</h2>
        {children}
      </div>
    </li>
  );
}

function Waits({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <p className={styles.waits}>
      <svg viewBox="0 0 10 10" aria-hidden="true">
        <circle cx="5" cy="5" r="3.8" />
      </svg>
      {children}
    </p>
  );
}

/** The Room as it will be. */
function Ghost({ room }: { readonly room: FirstStepsState["room"] }): ReactNode {
  const text = useText();
  return (
    <section className={styles.ghost} aria-labelledby="ghost">
      <h2 id="ghost">
        <Link href={`/rooms/${room.room_id}`}>{room.name}</Link>
      </h2>
      <div className={styles.ghostTabs}>
        <span>{text("first.tab")}</span>
      </div>
      <div className={styles.ghostStage}>
        <DoorGlyph state="none" size="huge" label="" />
        <p>{text("first.nobody")}</p>
      </div>
    </section>
  );
}
