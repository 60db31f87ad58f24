import { abilitiesOf } from "@parley/contract/abilities";
import type { ClientProfile } from "@parley/contract/client-profiles";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { CloudOff, Lock, LockOpen, Merge, Pencil } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { adminPaths } from "../../../paths.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Button } from "../../../ui/Button.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { MoreRow } from "../../../ui/MoreRow.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { ClientFiles } from "../../chat/client/ClientFiles.tsx";
import { ActionsBox, clientFilters } from "../../people/actions/ActionsBox.tsx";
import { useProfile } from "../../session/viewer.ts";
import { ClientTags } from "../../tickets/client/ClientTags.tsx";
import { ticketsOfClientQuery } from "../../tickets/client/client-query.ts";
import { useFreshClient } from "../../tickets/client/fresh-tickets.ts";
import { OrganisationOf } from "../../tickets/client/OrganisationOf.tsx";
import { useSetClientField } from "../../tickets/client/set-fields.ts";
import { FieldRows } from "../../tickets/fields/FieldRows.tsx";
import { useFields } from "../../tickets/fields/fields-query.ts";
import { leaveForm } from "../../unsaved/unsaved.ts";
import { clientQuery } from "../client-queries.ts";
import { BackTo } from "../page/BackTo.tsx";
import { isGone } from "../page/gone.ts";
import { InfoRows } from "../page/InfoRows.tsx";
import { ProfileNotFound } from "../page/ProfileNotFound.tsx";
import { TicketLines } from "../page/TicketLines.tsx";
import { useBlock } from "./block.ts";
import { ClientEditBox } from "./ClientEditBox.tsx";
import { clientRows } from "./client-rows.ts";
import { Identities } from "./Identities.tsx";
import { MergeDialog } from "./MergeDialog.tsx";
import { MergeProposals } from "./MergeProposals.tsx";

/** A client by their short id: their details, their channels, and their conversations. */
export function ClientProfilePage() {
  const { t } = useTranslation();
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const { data, error, isPending } = useQuery(clientQuery(id));
  const shortId = data?.client.short_id;
  useEffect(() => {
    // The address was a merged client's.
    if (shortId && shortId !== id.toUpperCase()) void navigate(adminPaths.client(shortId), { replace: true });
  }, [navigate, id, shortId]);
  if (isPending) return <Skeleton className="h-[70vh] rounded-card" />;
  if (!data || isGone(error)) return <ProfileNotFound to={adminPaths.clients} />;
  const { client } = data;
  return (
    <>
      <BackTo list={adminPaths.clients} label={t("admin.allClients")} />
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-4 max-lg:grid-cols-[minmax(0,1fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <section aria-label={client.client_name} className="rounded-card border border-line bg-pane p-5">
            <TopBar client={client} />
            <InfoRows
              rows={[
                ...clientRows(t, client),
                [t("organisations.choose"), <OrganisationOf key="organisation" client={client} />],
                [t("tickets.tags"), <ClientTags key="tags" client={client} />],
              ]}
            />
          </section>
          <MergeProposals clientid={client.clientid} />
          <ClientFields client={client} />
          <Identities client={client} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <ActionsBox of={{ name: "listClientActions", id: client.clientid }} filters={clientFilters} />
          <Tickets clientid={client.clientid} />
          <div className="rounded-card border border-line bg-pane p-5">
            <ClientFiles clientid={client.clientid} Heading="h2" />
          </div>
        </div>
      </div>
    </>
  );
}

/** The client's fields, where any are defined. */
function ClientFields({ client }: TopBarProps) {
  const { t } = useTranslation();
  const fields = useFields("client");
  const set = useSetClientField(client.clientid);
  if (fields.length === 0) return null;
  return (
    <section
      aria-label={t("fields.title")}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-card border border-line bg-pane p-5"
    >
      <h2 className="font-semibold">{t("fields.title")}</h2>
      <FieldRows fields={fields} values={client.fields} onSet={set} />
    </section>
  );
}

type TopBarProps = { client: ClientProfile["client"] };

function TopBar({ client }: TopBarProps) {
  const { t } = useTranslation();
  const { role } = useProfile();
  const [open, setOpen] = useState<"edit" | "merge" | null>(null);
  const { mutate: block } = useBlock();
  const { client_name: name, picture, blocked_on: blocked } = client;
  return (
    <>
      <div className="mb-4 flex items-center gap-4 max-phone:flex-wrap">
        <Avatar name={name} picture={picture} size={96} />
        <div className="min-w-0 flex-1 max-phone:min-w-[55%]">
          <h1 className="text-[22px] font-semibold tracking-tight break-words">{name}</h1>
          {blocked && (
            <p className="text-s font-semibold text-danger">
              {t("clients.isBlocked", { count: client.blocked_messages })}
            </p>
          )}
        </div>
        {abilitiesOf(role).has("manageClients") && (
          <>
            <IconButton
              label={t(blocked ? "clients.unblock" : "clients.block", { name })}
              onClick={() => block(client)}
            >
              {blocked ? <Lock size={18} className="text-danger" /> : <LockOpen size={18} />}
            </IconButton>
            <IconButton label={t("clients.merge")} onClick={() => leaveForm(() => setOpen("merge"))}>
              <Merge size={18} />
            </IconButton>
            <IconButton
              label={t("clients.edit")}
              aria-expanded={open === "edit"}
              onClick={() => leaveForm(() => setOpen(open === "edit" ? null : "edit"))}
            >
              <Pencil size={18} />
            </IconButton>
          </>
        )}
      </div>
      {open === "edit" && <ClientEditBox client={client} onClose={() => setOpen(null)} />}
      {open === "merge" && <MergeDialog kept={client} onClose={() => setOpen(null)} />}
    </>
  );
}

function Tickets({ clientid }: { clientid: string }) {
  const { t } = useTranslation();
  useFreshClient(clientid);
  const tickets = useInfiniteQuery(ticketsOfClientQuery(clientid));
  if (tickets.isPending) return <Skeleton className="h-60 rounded-card" />;
  if (!tickets.data) {
    return (
      <section aria-label={t("clients.tickets")} className="rounded-card border border-line bg-pane">
        <PaneState alert icon={<CloudOff />} title={t("clients.ticketsFailed")}>
          <Button onClick={() => tickets.refetch()}>{t("common.retry")}</Button>
        </PaneState>
      </section>
    );
  }
  return (
    <TicketLines title={t("clients.tickets")} tickets={tickets.data.pages.flat()}>
      <MoreRow list={tickets} label={t("clients.more")} failed={t("clients.ticketsFailed")} />
    </TicketLines>
  );
}
