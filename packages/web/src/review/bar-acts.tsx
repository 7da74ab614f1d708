import { useRef, type ReactNode } from "react";
import { useMedia } from "../app/use-media.ts";
import { useText } from "../messages/text.tsx";
import { Button, IconButton, Menu, MenuItem, useArriving } from "../parts/index.ts";
import type { ApproveAs, BarState } from "./bar-state.ts";
import styles from "./decision-bar.module.css";
import type { Unread } from "./reading.ts";

/** What the bar can do. */
export interface BarDeeds {
  readonly onApprove: (as: ApproveAs) => void;
  readonly onDecline: () => void;
  readonly onRequest: () => void;
  /** Goes to what is left to read. */
  readonly onGoTo: (unread: Unread) => void;
}

export interface BarActsProps extends BarDeeds {
  readonly bar: BarState;
  /** Its approval can update an app. */
  readonly isUpdate: boolean;
  /** There is no code that could be let in or asked to change. */
  readonly isDamaged: boolean;
  /** How many comments go with a request for changes. */
  readonly drafts: number;
  /** The element that says why an approval is withheld, or what it binds to. */
  readonly describedBy: string;
}

/** The decisions. An update has two ways in; on a phone what is seldom chosen stands behind one button. */
export function BarActs(props: BarActsProps): ReactNode {
  const { bar, isUpdate, isDamaged, drafts, onDecline, onRequest } = props;
  const text = useText();
  const isPhone = useMedia("(max-width: 47.99rem)");
  const acts = useRef<HTMLDivElement>(null);
  const isArriving = useArriving(acts);
  const approve = approvingOf({ ...props, isArriving });
  const sending = bar.kind === "sending" ? bar.decision : undefined;
  const isFolded = isPhone && isUpdate && sending !== "decline" && sending !== "create";
  const decline = (
    <Button kind={isUpdate ? "quiet" : "plain"} busy={sending === "decline"} onPress={onDecline}>
      {text(sending === "decline" ? "review.declining" : "review.decline")}
    </Button>
  );
  if (isDamaged) return <div className={styles.acts}>{decline}</div>;
  return (
    <div className={isFolded ? `${styles.acts} ${styles.folded}` : styles.acts} ref={acts}>
      {isFolded ? (
        <Menu
          label={text("review.more")}
          placement="top start"
          trigger={<IconButton icon="more" kind="plain" label={text("review.more")} />}
        >
          <MenuItem onAction={() => approve("create")}>{text("review.approve")}</MenuItem>
          <MenuItem danger onAction={onDecline}>
            {text("review.decline")}
          </MenuItem>
        </Menu>
      ) : (
        decline
      )}
      <Button busy={sending === "request"} onPress={onRequest}>
        {sending === "request" ? text("review.requesting") : text("review.request", { count: drafts })}
      </Button>
      {isFolded ? null : <ApproveButton {...props} isArriving={isArriving} as="create" isMain={!isUpdate} />}
      {isUpdate ? <ApproveButton {...props} isArriving={isArriving} as="update" isMain /> : null}
    </div>
  );
}

interface Approving extends BarActsProps {
  readonly isArriving: boolean;
}

interface ApproveButtonProps extends Approving {
  readonly as: ApproveAs;
  /** The way that is meant: the other one stands beside it. */
  readonly isMain: boolean;
}

function ApproveButton(props: ApproveButtonProps): ReactNode {
  const { bar, as, isMain, isArriving, describedBy } = props;
  const text = useText();
  const approve = approvingOf(props);
  const isHeld = bar.kind === "withheld";
  const isSent = bar.kind === "sending" && bar.decision === as;
  return (
    <Button
      kind={isMain && !isHeld ? "door" : "plain"}
      held={isHeld || isArriving}
      busy={isSent}
      describedBy={describedBy}
      onPress={() => approve(as)}
      {...(isAsked(bar, as) && { icon: "key" })}
    >
      {isAsked(bar, as)
        ? text("review.passkey-asked")
        : isSent
          ? text("review.approving")
          : text(as === "update" ? "review.approve-update" : "review.approve")}
    </Button>
  );
}

/** Approves, or leads to what is left to read before that. */
function approvingOf({ bar, isArriving, onApprove, onGoTo }: Approving): (as: ApproveAs) => void {
  const first = bar.kind === "withheld" ? bar.left[0] : undefined;
  return (as) => {
    if (first !== undefined) onGoTo(first);
    else if (!isArriving) onApprove(as);
  };
}

function isAsked(bar: BarState, as: ApproveAs): boolean {
  return bar.kind === "sending" && bar.decision === as && bar.asked === true;
}
