import type { ReactNode } from "react";
import { useRevokeConnection, type Connection } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Button, Dialog, Failure, tell } from "../parts/index.ts";

export interface RevokeDialogProps {
  readonly connection: Connection;
  readonly onClose: () => void;
}

/** Ends a connection, after a question. */
export function RevokeDialog({ connection, onClose }: RevokeDialogProps): ReactNode {
  const text = useText();
  const revoke = useRevokeConnection();
  const { connection_id, client_name: name } = connection;

  function confirm(): void {
    revoke.mutate(
      { connection_id },
      {
        onSuccess: () => {
          tell({ text: text("connections.revoked", { name }) });
          onClose();
        },
      },
    );
  }
  return (
    <Dialog
      title={text("connections.revoke-title", { name })}
      role="alertdialog"
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button kind="quiet" onPress={onClose}>
            {text("connections.keep")}
          </Button>
          <Button kind="stopSolid" busy={revoke.isPending} onPress={confirm}>
            {text("connections.revoke-do")}
          </Button>
        </>
      }
    >
      <p>{text("connections.revoke-what")}</p>
      {revoke.error ? <Failure error={revoke.error} /> : null}
    </Dialog>
  );
}
