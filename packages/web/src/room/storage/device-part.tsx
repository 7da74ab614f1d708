import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { DeviceStorage } from "@anteroom/sandbox/host";
import type { AppPlace } from "../../data/apps.ts";
import { useText } from "../../messages/text.tsx";
import { Button, download, ErrorNote, useBytes } from "../../parts/index.ts";
import { openOwnValues } from "../services/own-values.ts";
import { exportFile, exportFileName } from "./export-file.ts";
import styles from "./storage.module.css";
import { useDeviceUsed } from "./use-device-used.ts";

export interface DevicePartProps {
  readonly place: AppPlace;
  readonly name: string;
}

/** What an app keeps for this person on this device. What was cleared can be put back while this stands here. */
export function DevicePart({ place, name }: DevicePartProps): ReactNode {
  const text = useText();
  const bytes = useBytes();
  const cache = useQueryClient();
  const used = useDeviceUsed(place);
  const [cleared, setCleared] = useState<Readonly<Record<string, unknown>> | undefined>();
  const [failed, setFailed] = useState(false);

  async function act(work: (store: DeviceStorage) => Promise<void>): Promise<void> {
    setFailed(false);
    try {
      await work(await openOwnValues(cache, place));
    } catch {
      setFailed(true);
    }
    await used.refetch();
  }
  async function save(store: DeviceStorage): Promise<void> {
    const content = {
      form: "anteroom.own.1",
      app: name,
      at: new Date().toISOString(),
      values: await store.export(),
    };
    download(exportFileName(name, "own"), exportFile(content));
  }
  async function clear(store: DeviceStorage): Promise<void> {
    const before = await store.export();
    await store.clear();
    setCleared(before);
  }
  async function putBack(store: DeviceStorage): Promise<void> {
    await store.import(cleared ?? {});
    setCleared(undefined);
  }
  const isEmpty = used.data?.keys === 0;
  return (
    <section className={styles.part} aria-label={text("storage.own")}>
      <h3>{text("storage.own")}</h3>
      <p className={styles.words}>{text("storage.own-words")}</p>
      {used.data ? (
        <p>{text("storage.used", { keys: used.data.keys, size: bytes(used.data.bytes) })}</p>
      ) : null}
      {used.error || failed ? <ErrorNote what={text("storage.own-failed")} /> : null}
      <div className={styles.acts}>
        {used.data && !isEmpty ? (
          <>
            <Button size="small" onPress={() => void act(save)}>
              {text("storage.export")}
            </Button>
            <Button size="small" kind="stop" onPress={() => void act(clear)}>
              {text("storage.clear")}
            </Button>
          </>
        ) : null}
        <span role="status" className={styles.done}>
          {cleared ? text("storage.cleared") : null}
        </span>
        {cleared ? (
          <Button size="small" onPress={() => void act(putBack)}>
            {text("room.put-back")}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
