import { capabilityDelta } from "@anteroom/sandbox/review-report";
import { useId, useState, type ReactNode } from "react";
import type { Proposal } from "../data/index.ts";
import { Message, useText } from "../messages/text.tsx";
import { Icon, useBytes, VisuallyHidden } from "../parts/index.ts";
import { sizeJump } from "./base-size.ts";
import { groupUses, type Scan } from "./finding-words.ts";
import type { LineHit } from "./line-hit.ts";
import { MorePackages, UseLink, CapabilityTitle } from "./scan-uses.tsx";
import styles from "./scan.module.css";
import { TextLink } from "./text-link.tsx";
import { VisibleName } from "./visible-text.tsx";

type Uses = readonly Scan["capabilities"][number][];

export interface ScanDeltaProps {
  readonly proposal: Proposal;
  readonly scan: Scan;
  /** What the code showed of itself that it is compared with, and which revision that is. */
  readonly before: Scan;
  readonly revision: number;
  readonly onGoTo: (place: LineHit) => void;
}

/** What the code newly uses or tries, and what it does no more; what stays is a number until somebody asks. */
export function ScanDelta({ proposal, scan, before, revision, onGoTo }: ScanDeltaProps): ReactNode {
  const text = useText();
  const id = useId();
  const { added, removed, kept } = capabilityDelta<Uses[number]>(before.capabilities, scan.capabilities);
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{text("delta.title")}</h2>
        <p>{text("delta.against", { revision })}</p>
      </div>
      <ul>
        {groupUses(added).map(([capability, uses]) => (
          <DeltaRow key={capability} sign="new" capability={capability}>
            {uses.map((use) => (
              <li key={use.name}>
                <UseLink use={use} onGoTo={onGoTo} />
              </li>
            ))}
          </DeltaRow>
        ))}
        {groupUses(removed).map(([capability, uses]) => (
          <DeltaRow key={capability} sign="gone" capability={capability}>
            {uses.map((use) => (
              <Gone key={use.name} use={use} onGoTo={onGoTo} />
            ))}
          </DeltaRow>
        ))}
        {added.length + removed.length === 0 ? (
          <li className={styles.quiet}>
            <Icon name="sealed" />
            {text("delta.none")}
          </li>
        ) : null}
        <SizeJump proposal={proposal} />
        <Kept uses={kept} onGoTo={onGoTo} />
        <MorePackages scan={scan} />
      </ul>
    </section>
  );
}

const SIGNS = {
  new: { sign: "+", words: "delta.new" },
  gone: { sign: "−", words: "delta.gone" },
  same: { sign: "=", words: "delta.same" },
} as const;

interface DeltaRowProps {
  readonly sign: keyof typeof SIGNS;
  readonly capability: string;
  readonly children: ReactNode;
}

function DeltaRow({ sign, capability, children }: DeltaRowProps): ReactNode {
  return (
    <li className={`${styles.row} ${styles.delta}`}>
      <Sign sign={sign} />
      <h3>
        <CapabilityTitle capability={capability} />
      </h3>
      <ul className={styles.uses}>{children}</ul>
    </li>
  );
}

function Sign({ sign }: Pick<DeltaRowProps, "sign">): ReactNode {
  const text = useText();
  return (
    <span className={`${styles.sign} ${styles[sign] ?? ""}`}>
      <span aria-hidden="true">{SIGNS[sign].sign}</span>
      <VisuallyHidden>{text(SIGNS[sign].words)}</VisuallyHidden>
    </span>
  );
}

interface GoneProps extends Pick<ScanDeltaProps, "onGoTo"> {
  readonly use: Uses[number];
}

/** A use that is gone, and where it stood. */
function Gone({ use: { name, places }, onGoTo }: GoneProps): ReactNode {
  const [first] = places;
  return (
    <li className={styles.gone}>
      <VisibleName text={name} />
      {first ? (
        <>
          {" "}
          <TextLink look="code" onPress={() => onGoTo({ path: first.file, line: first.line, isOld: true })}>
            <Message id="delta.was" values={{ path: <VisibleName text={first.file} />, line: first.line }} />
          </TextLink>
        </>
      ) : null}
    </li>
  );
}

function SizeJump({ proposal }: Pick<ScanDeltaProps, "proposal">): ReactNode {
  const text = useText();
  const bytes = useBytes();
  const jump = sizeJump(proposal);
  if (jump === undefined) return null;
  const say = (size: typeof jump.before): string =>
    text("delta.size", { files: size.files, size: bytes(size.bytes) });
  return (
    <li className={`${styles.row} ${styles.delta}`}>
      <Sign sign="new" />
      <p className={styles.whole}>
        {text("delta.size-jump", { before: say(jump.before), after: say(jump.after) })}
      </p>
    </li>
  );
}

interface KeptProps extends Pick<ScanDeltaProps, "onGoTo"> {
  readonly uses: Uses;
}

function Kept({ uses, onGoTo }: KeptProps): ReactNode {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  if (uses.length === 0) return null;
  return (
    <>
      <li className={`${styles.row} ${styles.delta}`}>
        <Sign sign="same" />
        <p className={styles.whole}>
          <TextLink look="words" expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {text("delta.kept", { count: uses.length })}
          </TextLink>
        </p>
      </li>
      {isOpen
        ? groupUses(uses).map(([capability, same]) => (
            <DeltaRow key={capability} sign="same" capability={capability}>
              {same.map((use) => (
                <li key={use.name}>
                  <UseLink use={use} onGoTo={onGoTo} />
                </li>
              ))}
            </DeltaRow>
          ))
        : null}
    </>
  );
}
