import type { Ticket } from "@parley/contract/tickets";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { useViewer } from "../../session/viewer.ts";
import { useMarkSpam } from "./spam.ts";

type Props = { ticket: Ticket; onClose: () => void };

/** Asks whether the ticket is spam, and those who may block clients whether this one is blocked. */
export function SpamDialog({ ticket, onClose }: Props) {
  const { t } = useTranslation();
  const mayBlock = useViewer().abilities.has("manageClients");
  const [block, setBlock] = useState(false);
  const mark = useMarkSpam(ticket, onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("spam.title")}
      description={t("spam.hint", { name: ticket.client_name })}
    >
      {mayBlock && (
        <div className="mt-4 flex min-h-11 items-center gap-2.5">
          <Checkbox label={t("spam.block")} checked={block} onChange={setBlock} />
          <span aria-hidden="true">{t("spam.block")}</span>
        </div>
      )}
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>{t("common.cancel")}</Button>
        <Button look="primary" disabled={mark.isPending} onClick={() => mark.mutate(block)}>
          {t("spam.confirm")}
        </Button>
      </div>
    </Dialog>
  );
}
