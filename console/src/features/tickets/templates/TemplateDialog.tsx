import type { FilledTemplate } from "@parley/contract/templates";
import type { Ticket } from "@parley/contract/tickets";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call, Refused } from "../../../api/client.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { newId } from "../../../ui/new-id.ts";
import { failureText } from "../../session/failure-text.ts";
import { addMessages } from "../messages/cache.ts";
import { FillTemplate } from "./FillTemplate.tsx";
import type { Group } from "./groups.ts";
import { TemplateList } from "./TemplateList.tsx";

type Props = { ticket: Ticket; onClose: () => void };

/** Chooses a template, fills it in and sends it to the ticket's client. */
export function TemplateDialog({ ticket, onClose }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { ticketid, channel } = ticket;
  const [group, setGroup] = useState<Group | null>(null);
  const messageid = useRef(newId());
  const send = useMutation({
    mutationFn: (filled: FilledTemplate) =>
      call("sendTemplate", { body: { ticketid, messageid: messageid.current, ...filled } }),
    onSuccess: (message) => {
      addMessages(cache, ticketid, [message]);
      onClose();
    },
    onError: (error) => {
      // The message may have been queued when no answer came: the same id finds it.
      if (error instanceof Refused) messageid.current = newId();
    },
  });
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t("templates.title")}
      description={t("templates.hint", { name: ticket.client_name })}
    >
      {group ? (
        <FillTemplate
          group={group}
          clientName={ticket.client_name}
          failure={send.error && failureText(send.error, t)}
          pending={send.isPending}
          onBack={() => {
            send.reset();
            setGroup(null);
          }}
          onSend={send.mutate}
        />
      ) : (
        <TemplateList channelid={channel.channelid} onChoose={setGroup} />
      )}
    </Dialog>
  );
}
