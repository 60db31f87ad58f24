import { limits } from "@parley/contract/limits";
import type { Ticket } from "@parley/contract/tickets";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { CheckRow } from "../../../ui/CheckRow.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { useDeleteTicket } from "./deleting.ts";

type Props = { ticket: Ticket; onClose: () => void };

/** Asks twice: the second question needs a tick, so that no double press deletes. */
export function DeleteDialog({ ticket, onClose }: Props) {
  const { t } = useTranslation();
  const [again, setAgain] = useState(false);
  const [sure, setSure] = useState(false);
  const remove = useDeleteTicket(ticket, onClose);
  const id = ticket.ticketid.slice(0, limits.shortIdLength);
  const name = ticket.client_name;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(again ? "deleting.againTitle" : "deleting.title", { id })}
      description={t(again ? "deleting.againHint" : "deleting.hint", { name })}
    >
      {again && (
        <CheckRow
          label={t("deleting.sure", { id, name })}
          checked={sure}
          onChange={setSure}
          className="mt-4"
        />
      )}
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>{t("common.cancel")}</Button>
        {again ? (
          <Button look="danger" disabled={!sure || remove.isPending} onClick={() => remove.mutate()}>
            {t("deleting.confirm")}
          </Button>
        ) : (
          <Button look="primary" onClick={() => setAgain(true)}>
            {t("deleting.next")}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
