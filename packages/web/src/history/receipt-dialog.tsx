import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useAppHistory, type AppPlace, type AppVersion, type Receipt } from "../data/apps.ts";
import { Message, useText } from "../messages/text.tsx";
import { Button, CopyLine, Dialog, download, Failure, Skeleton } from "../parts/index.ts";
import { groupedDigest } from "../review/digest.ts";
import { spelledOut } from "../review/visible-marks.ts";
import { VisibleName } from "../review/visible-text.tsx";
import { receiptFile, receiptFileName } from "./receipt-file.ts";
import styles from "./receipt-dialog.module.css";

/** What whoever runs the server types on its machine. Not npx: elsewhere that would fetch a stranger's package. */
const LINE = "npm run --silent anteroom -- verify";

export interface ReceiptDialogProps {
  readonly place: AppPlace;
  /** The version whose approval is proved. */
  readonly revision: number;
  readonly onClose: () => void;
}

/** By whom, when and having read what a version was approved, and what proves it. */
export function ReceiptDialog({ place, revision, onClose }: ReceiptDialogProps): ReactNode {
  const text = useText();
  const { data, error, refetch, isFetching } = useAppHistory(place);
  const version = data?.versions.find((one) => one.revision === revision);
  const name = data ? spelledOut(data.name) : "";
  return (
    <Dialog
      title={text("receipt.title")}
      size="wide"
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button kind="quiet" onPress={onClose}>
            {text("receipt.close")}
          </Button>
          {version?.receipt ? <Download name={name} revision={revision} receipt={version.receipt} /> : null}
        </>
      }
    >
      {version ? (
        <>
          <Facts name={data?.name ?? ""} version={version} />
          {version.receipt ? <Proof /> : <p className={styles.words}>{text("receipt.none")}</p>}
        </>
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : data ? (
        <p className={styles.words}>{text("receipt.no-version")}</p>
      ) : (
        <Skeleton lines={5} />
      )}
    </Dialog>
  );
}

interface DownloadProps {
  readonly name: string;
  readonly revision: number;
  readonly receipt: Receipt;
}

function Download({ name, revision, receipt }: DownloadProps): ReactNode {
  const text = useText();
  return (
    <Button
      kind="door"
      icon="receipt"
      onPress={() => download(receiptFileName(name, revision), receiptFile(receipt))}
    >
      {text("receipt.download")}
    </Button>
  );
}

function Facts({ name, version }: { readonly name: string; readonly version: AppVersion }): ReactNode {
  const text = useText();
  const intl = useIntl();
  const { by, at, files_seen: seen, files_marked: marked, passkey } = version.approved;
  return (
    <dl className={styles.facts}>
      <dt>{text("receipt.app")}</dt>
      <dd>
        <Message
          id="receipt.app-revision"
          values={{ name: <VisibleName text={name} />, revision: version.revision }}
        />
      </dd>
      <dt>{text("receipt.approved-by")}</dt>
      <dd>
        <VisibleName text={by} />
      </dd>
      <dt>{text("receipt.at")}</dt>
      <dd>
        <time dateTime={at}>{intl.formatDate(at, { dateStyle: "long", timeStyle: "long" })}</time>
      </dd>
      <dt>{text("receipt.proposed-by")}</dt>
      <dd>
        <Message
          id="receipt.client-for"
          values={{
            client: <VisibleName text={version.client_name} />,
            person: <VisibleName text={version.person_name} />,
          }}
        />
      </dd>
      <dt>{text("receipt.read")}</dt>
      <dd>{text("room.files-read", { seen, marked })}</dd>
      <dt>{text("receipt.passkey")}</dt>
      <dd>{text(passkey ? "receipt.passkey-used" : "receipt.passkey-unused")}</dd>
      <dt>{text("room.sha256")}</dt>
      <dd className={styles.mono}>{groupedDigest(version.digest)}</dd>
      <dt>{text("receipt.runtime")}</dt>
      <dd className={styles.mono}>{version.runtime}</dd>
    </dl>
  );
}

function Proof(): ReactNode {
  const text = useText();
  return (
    <div className={styles.proof}>
      <p className={styles.words}>{text("receipt.signed")}</p>
      <p className={styles.words}>{text("receipt.check")}</p>
      <CopyLine value={LINE} label={text("receipt.line")} stacked />
    </div>
  );
}
