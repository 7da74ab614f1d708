import { launchBrowser } from "@anteroom/tests/testkit/browser";
import { signInOn } from "@anteroom/tests/testkit/pages";
import { STAND_UP_TIMER } from "@anteroom/tests/testkit/samples";
import { quantile } from "./load.ts";
import { detail, type Figure, figure } from "./report.ts";
import { startSubject } from "./subject.ts";

const TIMES = 40;

/** From a proposal's request leaving the agent to its card standing in the owner's open page. */
export async function proposalToCard(json: boolean): Promise<Figure[]> {
  await using subject = await startSubject();
  const { agent, owner, origin, room_id } = subject;
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await signInOn(page, origin);
    await page
      .getByRole("link", { name: /Connected/ })
      .first()
      .click();
    await page.getByRole("heading", { name: "Connected" }).waitFor();
    const times: number[] = [];
    for (let count = 0; count < TIMES; count += 1) {
      const name = `Card ${count}`;
      const shown = page.evaluate(
        async (text) =>
          await new Promise<number>((resolve) => {
            const look = () => {
              if (!document.body.textContent?.includes(text)) return;
              observer.disconnect();
              // After the frame in which it is painted.
              requestAnimationFrame(() => resolve(Date.now()));
            };
            const observer = new MutationObserver(look);
            observer.observe(document.body, { subtree: true, childList: true, characterData: true });
          }),
        name,
      );
      const call = { room_id, name, files: STAND_UP_TIMER, idempotency_key: `bench-card-${count}` };
      const sent = Date.now();
      const { proposal_id } = await agent.ask<{ proposal_id: string }>("propose_room_snippet_app", call);
      times.push((await shown) - sent);
      await owner.decline(proposal_id);
    }
    const sorted = times.toSorted((a, b) => a - b);
    detail(`proposal → card: p50 ${quantile(sorted, 0.5)} ms`, json);
    return [figure("proposal to card in the open page, p95", quantile(sorted, 0.95), "ms", { most: 200 })];
  } finally {
    await browser.close();
  }
}
