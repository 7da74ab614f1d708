import { useId, useState, type ReactNode } from "react";
import { isRefusal } from "@anteroom/client";
import { Form } from "../app/form.tsx";
import { useRoom, useTransferRoom } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Button, Dialog, ErrorNote, Failure, Select, tell } from "../parts/index.ts";

export interface HandOverDialogProps {
  readonly roomId: string;
  /** Who could own the Room. */
  readonly heirs: readonly { readonly person_id: string; readonly name: string; readonly email: string }[];
  /** Whether the Room is this person's own, and not one whose workspace the person manages. */
  readonly owned: boolean;
  readonly onClose: () => void;
}

/** Gives the Room another owner. */
export function HandOverDialog({ roomId, heirs, owned, onClose }: HandOverDialogProps): ReactNode {
  const text = useText();
  const form = useId();
  const room = useRoom(roomId).data?.name ?? "";
  const transfer = useTransferRoom();
  const [chosen, setChosen] = useState("");
  const [tried, setTried] = useState(false);
  const heir = heirs.find((one) => one.person_id === chosen);

  function handOver(): void {
    setTried(true);
    if (!heir || transfer.isPending) return;
    transfer.mutate(
      { room_id: roomId, person_id: heir.person_id },
      {
        onSuccess: () => {
          tell({ text: text("members.handed-over", { name: heir.name, room }) });
          onClose();
        },
      },
    );
  }

  return (
    <Dialog
      title={text("members.hand-over-title", { room })}
      role="alertdialog"
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button kind="quiet" onPress={onClose}>
            {text("members.back")}
          </Button>
          <Button kind="door" type="submit" form={form} busy={transfer.isPending}>
            {text("members.hand-over-do")}
          </Button>
        </>
      }
    >
      <p>{text(owned ? "members.hand-over-yours" : "members.hand-over-what")}</p>
      <Form id={form} onSubmit={handOver}>
        <Select
          label={text("members.new-owner")}
          value={chosen}
          onChange={setChosen}
          error={tried && !heir ? text("members.choose-one") : undefined}
          options={[
            { value: "", label: text("members.choose") },
            ...heirs.map((one) => ({
              value: one.person_id,
              label: text("members.person", { name: one.name, email: one.email }),
            })),
          ]}
        />
        {isRefusal(transfer.error, "invalid_arguments") ? (
          <ErrorNote what={text("members.hand-over-guest")} />
        ) : transfer.error ? (
          <Failure error={transfer.error} />
        ) : null}
      </Form>
    </Dialog>
  );
}
