import { useState, type ReactNode } from "react";
import { useAddPasskey } from "../data/account.ts";
import { useText } from "../messages/text.tsx";
import { Button, tell } from "../parts/index.ts";
import { NameDialog } from "./name-dialog.tsx";
import { useBrowserName } from "./use-browser-name.ts";

/** Enrols a passkey: first its name, which this browser's suggests, then the browser asks. */
export function AddPasskey(): ReactNode {
  const text = useText();
  const nameBrowser = useBrowserName();
  const [open, setOpen] = useState(false);
  const add = useAddPasskey();

  function close(): void {
    add.reset();
    setOpen(false);
  }
  function submit(name: string): void {
    if (add.isPending) return;
    add.mutate(name, {
      onSuccess: () => {
        tell({ text: text("passkeys.added", { name }) });
        close();
      },
    });
  }
  return (
    <>
      <Button icon="add" onPress={() => setOpen(true)}>
        {text("passkeys.add")}
      </Button>
      {open ? (
        <NameDialog
          title={text("passkeys.add-title")}
          hint={text("passkeys.add-hint")}
          name={nameBrowser(navigator.userAgent)}
          maxLength={60}
          act={text("passkeys.add-do")}
          busy={add.isPending}
          error={add.error}
          onClose={close}
          onName={submit}
        />
      ) : null}
    </>
  );
}
