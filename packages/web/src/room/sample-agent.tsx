import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { usePlaySampleAgent } from "../data/apps.ts";
import { useText } from "../messages/text.tsx";
import { Button, Failure } from "../parts/index.ts";
import { proposalHref } from "../review/places.ts";
import styles from "./sample-agent.module.css";

/** What the sample agent will do, and the press that begins it; leads to the card. */
export function SampleAgent({ roomId }: { readonly roomId: string }): ReactNode {
  const text = useText();
  const [, navigate] = useLocation();
  const play = usePlaySampleAgent();
  async function begin(): Promise<void> {
    try {
      // Home moves on once something waits, and takes this away before a callback of it would come.
      const { proposal_id } = await play.mutateAsync({ room_id: roomId });
      navigate(proposalHref(proposal_id));
    } catch {
      // Shown below.
    }
  }
  return (
    <div className={styles.sample}>
      <p>{text("sample.what")}</p>
      <ol className={styles.steps}>
        <li>{text("sample.proposes")}</li>
        <li>{text("sample.ask")}</li>
        <li>{text("sample.answers")}</li>
        <li>{text("sample.approve")}</li>
      </ol>
      <Button kind="door" icon="agent" busy={play.isPending} onPress={() => void begin()}>
        {text(play.isPending ? "sample.playing" : "sample.play")}
      </Button>
      {play.error ? <Failure error={play.error} /> : null}
    </div>
  );
}
