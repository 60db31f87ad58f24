import type { TicketClient } from "@parley/contract/client-panel";
import type { Ticket } from "@parley/contract/tickets";
import type { Platform } from "@parley/contract/values";
import { useQuery } from "@tanstack/react-query";
import { CloudOff, SquareArrowOutUpRight } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { adminPaths } from "../../../paths.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Button } from "../../../ui/Button.tsx";
import { PanelSection } from "../../../ui/PanelSection.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { channelLooks } from "../../channels/registry.ts";
import { ClientTags } from "../../tickets/client/ClientTags.tsx";
import { ticketClientQuery } from "../../tickets/client/client-query.ts";
import { useFreshClient } from "../../tickets/client/fresh-tickets.ts";
import { useSetClientField } from "../../tickets/client/set-fields.ts";
import { FieldRows } from "../../tickets/fields/FieldRows.tsx";
import { useFields } from "../../tickets/fields/fields-query.ts";
import { TagChips } from "../../tickets/tags/TagChips.tsx";
import { TicketGoals } from "../goals/part.ts";
import { ClientFacts } from "./ClientFacts.tsx";
import { ClientFiles } from "./ClientFiles.tsx";
import { ClientNote } from "./ClientNote.tsx";
import { ClientTickets } from "./ClientTickets.tsx";
import { WaysToWrite } from "./WaysToWrite.tsx";

type Props = {
  ticket: Ticket;
  /** Another ticket is shown. */
  onLeave?: () => void;
};

/** The client of a ticket: what is noted of them, how they are written to, their tickets and files. */
export function ClientPanel({ ticket, onLeave }: Props) {
  const { t } = useTranslation();
  const { data: client, refetch, isError } = useQuery(ticketClientQuery(ticket));
  useFreshClient(ticket.clientid);
  if (!client && isError)
    return (
      <PaneState alert icon={<CloudOff />} title={t("client.failed")}>
        <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </PaneState>
    );
  if (!client) return <Loading />;
  const platforms = new Set([ticket.platform, ...client.identities.map(({ platform }) => platform)]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 px-4 py-4">
      <Head client={client} />
      {ticket.has_goals && (
        <Suspense>
          <TicketGoals ticket={ticket} />
        </Suspense>
      )}
      <ClientFacts client={client} ticket={ticket} />
      <WaysToWrite client={client} ticket={ticket} onLeave={onLeave} />
      {client.edits && (
        <PanelSection title={t("client.note")}>
          <ClientNote client={client} />
        </PanelSection>
      )}
      <Fields client={client} />
      {client.edits && (
        <>
          {[...platforms].map((platform) => (
            <AboutOn key={platform} platform={platform} ticket={ticket} />
          ))}
          <ClientTickets clientid={client.clientid} ticketid={ticket.ticketid} onLeave={onLeave} />
          <ClientFiles clientid={client.clientid} />
        </>
      )}
    </div>
  );
}

/** Shows what is known of the client by one of their channels. */
function AboutOn({ platform, ticket }: { platform: Platform; ticket: Ticket }) {
  const { About } = channelLooks[platform];
  return (
    About && (
      <Suspense>
        <About ticket={ticket} />
      </Suspense>
    )
  );
}

function Head({ client }: { client: TicketClient }) {
  const { t } = useTranslation();
  const { client_name: name, picture, short_id, blocked_on, edits, tags } = client;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <div className="flex items-center gap-3">
        <Avatar name={name} picture={picture} />
        <div className="min-w-0 flex-1">
          <h3 dir="auto" className="text-left text-l font-semibold tracking-tight wrap-anywhere">
            {name}
          </h3>
          {blocked_on && <p className="text-xs font-semibold text-danger">{t("client.blocked")}</p>}
        </div>
        {edits && (
          <Link
            to={adminPaths.client(short_id)}
            aria-label={t("client.page", { name })}
            title={t("client.page", { name })}
            className="grid size-9 shrink-0 place-items-center rounded-m text-text-2 hover:bg-raised-2 hover:text-text max-phone:size-11"
          >
            <SquareArrowOutUpRight size={16} aria-hidden="true" />
          </Link>
        )}
      </div>
      {edits ? <ClientTags client={client} /> : <TagChips ids={tags} letters={60} whole />}
    </div>
  );
}

function Fields({ client }: { client: TicketClient }): ReactNode {
  const { t } = useTranslation();
  const fields = useFields("client");
  const set = useSetClientField(client.clientid);
  const shown = fields.some(
    ({ archived_on, fieldid }) => (client.edits && !archived_on) || client.fields?.[fieldid] !== undefined,
  );
  if (!shown) return null;
  return (
    <PanelSection title={t("client.fields")}>
      <FieldRows fields={fields} values={client.fields} onSet={client.edits ? set : null} />
    </PanelSection>
  );
}

function Loading() {
  return (
    <div className="grid gap-5 px-4 py-4">
      <div className="flex items-center gap-3">
        <Skeleton className="size-10 rounded-full" />
        <Skeleton className="h-4 w-40" />
      </div>
      <Skeleton className="h-24" />
      <Skeleton className="h-16" />
      <Skeleton className="h-40" />
    </div>
  );
}
