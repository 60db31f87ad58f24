import type { SpamMark, Ticket } from "@parley/contract/tickets";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { CheckRow } from "../../../ui/CheckRow.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { useViewer } from "../../session/viewer.ts";
import { useUnmarkSpam } from "./spam.ts";

type Props = { ticket: Ticket; spam: SpamMark; onClose: () => void };

/** Asks whether the ticket is no spam, whether it is reopened, and whether a client blocked with it is unblocked. */
export function NotSpamDialog({ ticket, spam, onClose }: Props) {
  const { t } = useTranslation();
  const mayUnblock = useViewer().abilities.has("manageClients") && spam.blocked === true;
  const [reopen, setReopen] = useState(false);
  const [unblock, setUnblock] = useState(mayUnblock);
  const unmark = useUnmarkSpam(ticket, onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("spam.notTitle")}
      description={t("spam.notHint", { name: ticket.client_name })}
    >
      <div className="mt-4">
        <CheckRow label={t("spam.reopen")} checked={reopen} onChange={setReopen} />
        {mayUnblock && <CheckRow label={t("spam.unblock")} checked={unblock} onChange={setUnblock} />}
      </div>
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>{t("common.cancel")}</Button>
        <Button look="primary" disabled={unmark.isPending} onClick={() => unmark.mutate({ reopen, unblock })}>
          {t("spam.not")}
        </Button>
      </div>
    </Dialog>
  );
}
