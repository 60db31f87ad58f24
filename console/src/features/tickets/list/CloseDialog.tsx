import type { Ticket } from "@parley/contract/tickets";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { useProfile, useViewer } from "../../session/viewer.ts";
import { put } from "./cache.ts";
import { useLeaveTicket } from "./leave-ticket.ts";

type Props = { ticket: Ticket; onClose: () => void };

/** Yes ends the conversation: the ticket leaves the pending list, and its chat the screen. */
export function CloseDialog({ ticket, onClose }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const viewer = useViewer();
  const profile = useProfile();
  const leave = useLeaveTicket();
  const close = useMutation({
    mutationFn: () =>
      call("closeTicket", {
        body: {
          ticketid: ticket.ticketid,
          userid: ticket.userid,
          departmentid: ticket.departmentid,
          closed_by_name: `${profile.firstName} ${profile.lastName}`,
          created_on: ticket.created_on,
        },
      }),
    onSuccess: (closed) => {
      onClose();
      leave(closed.ticketid);
      put(cache, viewer, closed);
      cache.removeQueries({ queryKey: keys.chat(closed.ticketid) });
    },
    onError: (error) => toast(t("chat.closeFailed", { reason: failureText(error, t) }), "danger"),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("chat.closeTitle")}
      description={t("chat.closeHint", { name: ticket.client_name })}
    >
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>{t("chat.no")}</Button>
        <Button look="primary" disabled={close.isPending} onClick={() => close.mutate()}>
          {t("chat.yes")}
        </Button>
      </div>
    </Dialog>
  );
}
