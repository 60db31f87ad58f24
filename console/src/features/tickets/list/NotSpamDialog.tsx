import type { SpamMark, Ticket } from "@parley/contract/tickets";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
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
        <div className="flex min-h-11 items-center gap-2.5">
          <Checkbox label={t("spam.reopen")} checked={reopen} onChange={setReopen} />
          <span aria-hidden="true">{t("spam.reopen")}</span>
        </div>
        {mayUnblock && (
          <div className="flex min-h-11 items-center gap-2.5">
            <Checkbox label={t("spam.unblock")} checked={unblock} onChange={setUnblock} />
            <span aria-hidden="true">{t("spam.unblock")}</span>
          </div>
        )}
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
