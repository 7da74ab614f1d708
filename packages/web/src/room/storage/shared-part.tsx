import { useState, type ReactNode } from "react";
import {
  useClearSharedData,
  useExportSharedData,
  useRestoreSharedData,
  type AppPlace,
  type SharedData,
} from "../../data/apps.ts";
import { useText } from "../../messages/text.tsx";
import { Button, download, ErrorNote, Failure, useBytes } from "../../parts/index.ts";
import { Backups } from "./backups.tsx";
import { exportFile, exportFileName, readSharedExport, FILE_AT_MOST } from "./export-file.ts";
import { FileButton } from "./file-button.tsx";
import styles from "./storage.module.css";

export interface SharedPartProps {
  readonly place: AppPlace;
  readonly name: string;
  readonly data: SharedData;
}

/** What an app keeps for its Room; the Room's owner exports, clears and restores it. */
export function SharedPart({ place, name, data }: SharedPartProps): ReactNode {
  const text = useText();
  const bytes = useBytes();
  const used = { keys: data.keys, size: bytes(data.bytes), most: bytes(data.most_bytes) };
  return (
    <section className={styles.part} aria-label={text("storage.shared")}>
      <h3>{text("storage.shared")}</h3>
      <p className={styles.words}>{text("storage.shared-words")}</p>
      <p>{text("storage.used-of", used)}</p>
      {data.may_change ? (
        <OwnerPart place={place} name={name} data={data} />
      ) : (
        <p className={styles.words}>{text("storage.shared-owner")}</p>
      )}
    </section>
  );
}

function OwnerPart({ place, name, data }: SharedPartProps): ReactNode {
  const text = useText();
  const [asks, setAsks] = useState(false);
  const [isNoExport, setNoExport] = useState(false);
  const save = useExportSharedData();
  const clear = useClearSharedData();
  const restore = useRestoreSharedData();
  const isEmpty = data.keys === 0;
  const error = save.error ?? clear.error ?? restore.error;

  function begin(): void {
    setAsks(false);
    setNoExport(false);
    for (const deed of [save, clear, restore]) deed.reset();
  }
  function onExport(): void {
    begin();
    save.mutate(place, {
      onSuccess: (content) => download(exportFileName(name, "shared"), exportFile(content)),
    });
  }
  function onClear(): void {
    begin();
    clear.mutate(place);
  }
  async function onFile(file: File): Promise<void> {
    begin();
    const entries = file.size > FILE_AT_MOST ? undefined : readSharedExport(await file.text());
    if (entries) restore.mutate({ ...place, entries });
    else setNoExport(true);
  }
  return (
    <>
      <div className={styles.acts}>
        {isEmpty ? null : (
          <Button size="small" busy={save.isPending} onPress={onExport}>
            {text("storage.export")}
          </Button>
        )}
        <FileButton busy={restore.isPending} onFile={(file) => void onFile(file)}>
          {text("storage.from-file")}
        </FileButton>
        {isEmpty || asks ? null : (
          <Button size="small" kind="stop" busy={clear.isPending} onPress={() => setAsks(true)}>
            {text("storage.clear-ask")}
          </Button>
        )}
      </div>
      {asks ? (
        <div className={styles.sure} role="group" aria-label={text("storage.clear-ask")}>
          <p>{text("storage.clear-means")}</p>
          <div className={styles.acts}>
            <Button size="small" kind="quiet" onPress={() => setAsks(false)}>
              {text("room.keep")}
            </Button>
            <Button size="small" kind="stopSolid" onPress={onClear}>
              {text("storage.clear-do")}
            </Button>
          </div>
        </div>
      ) : null}
      <p role="status" className={styles.done}>
        {clear.isSuccess ? text("storage.cleared-shared") : null}
        {restore.isSuccess ? text("storage.restored") : null}
      </p>
      {isNoExport ? (
        <ErrorNote what={text("storage.no-export")} next={text("storage.no-export-next")} />
      ) : null}
      {error ? <Failure error={error} /> : null}
      <Backups
        backups={data.backups}
        busy={restore.isPending}
        onRestore={(backup_id) => {
          begin();
          restore.mutate({ ...place, backup_id });
        }}
      />
    </>
  );
}
