import type { ReactNode } from "react";
import { useSharedData, type AppPlace } from "../../data/apps.ts";
import type { App } from "../../data/index.ts";
import { useText } from "../../messages/text.tsx";
import { Button, Dialog, Failure, Skeleton } from "../../parts/index.ts";
import { spelledOut } from "../../review/visible-marks.ts";
import { DevicePart } from "./device-part.tsx";
import { SharedPart } from "./shared-part.tsx";

export interface StorageDialogProps {
  readonly place: AppPlace;
  /** What the app is called now. */
  readonly name: string;
  readonly grants: App["grants"];
  readonly onClose: () => void;
}

/** What an app keeps, for this person and for the Room, and what can be done with it. */
export function StorageDialog({ place, name, grants, onClose }: StorageDialogProps): ReactNode {
  const text = useText();
  const { data, error, refetch, isFetching } = useSharedData(place);
  // An earlier version may have kept some.
  const isShared = data && (grants.includes("shared") || data.keys > 0 || data.backups.length > 0);
  return (
    <Dialog
      title={text("storage.title", { name: spelledOut(name) })}
      size="wide"
      isOpen
      onOpenChange={onClose}
      actions={
        <Button kind="quiet" onPress={onClose}>
          {text("storage.close")}
        </Button>
      }
    >
      <DevicePart place={place} name={name} />
      {isShared ? <SharedPart place={place} name={name} data={data} /> : null}
      {error ? (
        <Failure error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : data ? null : (
        <Skeleton lines={3} />
      )}
    </Dialog>
  );
}
