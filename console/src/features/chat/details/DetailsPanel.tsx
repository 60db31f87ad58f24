import type { Ticket } from "@parley/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { ClientTags } from "../../tickets/client/ClientTags.tsx";
import { useSetClientField, useSetTicketField } from "../../tickets/client/set-fields.ts";
import { FieldRows } from "../../tickets/fields/FieldRows.tsx";
import { fieldsQuery, useFields } from "../../tickets/fields/fields-query.ts";
import { openTicketDialog } from "../../tickets/list/ticket-dialog.ts";
import { PriorityMark } from "../../tickets/priority/PriorityMark.tsx";
import { TagChips } from "../../tickets/tags/TagChips.tsx";

type Props = { ticket: Ticket; onClose: () => void };

/** The priority, tags and fields of a ticket, and the tags and fields of its client, below the chat's header. */
export function DetailsPanel({ ticket, onClose }: Props) {
  const { t } = useTranslation();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby="details-title"
      className="flex max-h-[50vh] shrink-0 animate-arrive flex-col border-b border-line bg-pane outline-none"
    >
      <div className="flex items-center gap-2 px-5 pt-2.5 pb-1 max-phone:px-3">
        <h3 id="details-title" className="flex-1 text-s font-semibold">
          {t("fields.details")}
        </h3>
        <IconButton label={t("fields.close")} onClick={onClose}>
          <X size={17} />
        </IconButton>
      </div>
      <div className="grid min-h-0 flex-1 grid-cols-2 content-start gap-x-8 gap-y-4 overflow-y-auto px-5 pb-4 max-tablet:grid-cols-1 max-phone:px-3">
        <OfTicket ticket={ticket} />
        <OfClient ticket={ticket} />
      </div>
    </section>
  );
}

function OfTicket({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const fields = useFields("ticket");
  const set = useSetTicketField(ticket.ticketid);
  const { can, priority = "normal", ticketid } = ticket;
  return (
    <Group title={t("fields.ofTicket")}>
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <span className="flex items-center gap-1.5 text-s">
          <PriorityMark priority={ticket.priority} />
          <span aria-hidden="true">{t(`tickets.priorities.${priority}`)}</span>
        </span>
        <TagChips ids={ticket.tags} letters={60} />
        {can.close && (
          <>
            <Button size="small" onClick={() => openTicketDialog(ticketid, "priority")}>
              {t("tickets.priority")}
            </Button>
            <Button size="small" onClick={() => openTicketDialog(ticketid, "tags")}>
              {t("tickets.tags")}
            </Button>
          </>
        )}
      </div>
      <FieldRows fields={fields} values={ticket.fields} onSet={can.close ? set : null} />
    </Group>
  );
}

function OfClient({ ticket: { ticketid, clientid, client_name, sighted } }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const fields = useFields("client");
  const set = useSetClientField(clientid);
  const listed = useQuery(fieldsQuery);
  const details = useQuery({
    queryKey: keys.clientDetails(clientid),
    queryFn: ({ signal }) => call("getClientDetails", { params: { ticketid }, signal }),
  });
  const failed = [listed, details].find(({ isError, data }) => isError && !data);
  return (
    <Group title={t("fields.ofClient", { name: client_name })}>
      {failed && (
        <div role="alert" className="flex items-center gap-3 text-s text-danger">
          {t("fields.loadFailed")}
          <Button size="small" onClick={() => failed.refetch()}>
            {t("common.retry")}
          </Button>
        </div>
      )}
      {!details.data && !failed && <Skeleton className="h-20" />}
      {details.data && (
        <>
          {sighted ? (
            <TagChips ids={details.data.tags} letters={60} />
          ) : (
            <ClientTags client={{ ...details.data, client_name }} />
          )}
          <FieldRows fields={fields} values={details.data.fields} onSet={sighted ? null : set} />
        </>
      )}
    </Group>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid min-w-0 content-start gap-2">
      <h4 dir="auto" className="truncate text-left text-xs font-semibold text-text-3">
        {title}
      </h4>
      {children}
    </section>
  );
}
