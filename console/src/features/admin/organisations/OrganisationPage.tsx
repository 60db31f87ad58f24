import { abilitiesOf } from "@parley/contract/abilities";
import type { Organisation } from "@parley/contract/organisations";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Pencil, Trash2, UserMinus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams } from "react-router";
import { adminPaths } from "../../../paths.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { MoreRow } from "../../../ui/MoreRow.tsx";
import { showCount } from "../../../ui/number.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { showDateTime } from "../../../ui/time.ts";
import { useProfile } from "../../session/viewer.ts";
import { useChooseOrganisation } from "../../tickets/client/choose-organisation.ts";
import { useFreshOrganisation } from "../../tickets/client/fresh-tickets.ts";
import { FieldRows } from "../../tickets/fields/FieldRows.tsx";
import { useFields } from "../../tickets/fields/fields-query.ts";
import { organisationQuery } from "../../tickets/organisations/organisation-queries.ts";
import { clientsQuery } from "../client-queries.ts";
import { BackTo } from "../page/BackTo.tsx";
import { isGone } from "../page/gone.ts";
import { InfoRows } from "../page/InfoRows.tsx";
import { ProfileNotFound } from "../page/ProfileNotFound.tsx";
import { TicketLines } from "../page/TicketLines.tsx";
import { Widget } from "../page/Widget.tsx";
import { filteredPath } from "../ticket-table/filter.ts";
import { EditOrganisation } from "./EditOrganisation.tsx";
import { useOrganisationSettings } from "./organisation-settings.ts";
import { organisationFiguresQuery, organisationTicketsQuery } from "./queries.ts";

/** An organisation by its id: what is noted of it, its figures, its clients and their tickets. */
export function OrganisationPage() {
  const { t } = useTranslation();
  const { id = "" } = useParams();
  const { data, error, isPending } = useQuery(organisationQuery(id));
  useFreshOrganisation(id);
  if (isPending) return <Skeleton className="h-[70vh] rounded-card" />;
  if (!data || isGone(error)) return <ProfileNotFound to={adminPaths.organisations} />;
  return (
    <>
      <BackTo list={adminPaths.organisations} label={t("organisations.all")} />
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-4 max-lg:grid-cols-[minmax(0,1fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <section aria-label={data.name} className="rounded-card border border-line bg-pane p-5">
            <TopBar organisation={data} />
            <InfoRows
              rows={[
                [t("organisations.domains"), data.domains.join(", ") || t("organisations.noDomains")],
                [t("organisations.note"), data.note ?? t("organisations.noNote")],
                [t("organisations.created"), showDateTime(data.created_on)],
              ]}
            />
          </section>
          <Fields organisation={data} />
          <Clients organisation={data} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Figures organisation={data} />
          <Tickets organisation={data} />
        </div>
      </div>
    </>
  );
}

type Props = { organisation: Organisation };

function TopBar({ organisation }: Props) {
  const { t } = useTranslation();
  const { role } = useProfile();
  const navigate = useNavigate();
  const { remove } = useOrganisationSettings();
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const { organisationid, name, clients } = organisation;
  const close = () => setOpen(null);
  return (
    <div className="mb-4 flex items-center gap-3">
      <h1 dir="auto" className="min-w-0 flex-1 text-[22px] font-semibold tracking-tight wrap-anywhere">
        {name}
      </h1>
      {abilitiesOf(role).has("manageClients") && (
        <>
          <IconButton label={t("organisations.edit")} onClick={() => setOpen("edit")}>
            <Pencil size={18} />
          </IconButton>
          <IconButton label={t("organisations.delete")} onClick={() => setOpen("delete")}>
            <Trash2 size={18} />
          </IconButton>
        </>
      )}
      {open === "edit" && <EditOrganisation organisation={organisation} onClose={close} />}
      {open === "delete" && (
        <Dialog
          open
          onClose={close}
          title={t("organisations.deleteTitle", { name })}
          description={t("organisations.deleteHint", { count: clients })}
        >
          <div className="mt-6 flex justify-end gap-2">
            <Button onClick={close}>{t("common.cancel")}</Button>
            <Button
              look="danger"
              disabled={remove.isPending}
              onClick={() =>
                remove.mutate(organisationid, { onSuccess: () => void navigate(adminPaths.organisations) })
              }
            >
              {t("organisations.delete")}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

/** The fields of organisations, where any are defined. */
function Fields({ organisation: { organisationid, fields: values } }: Props) {
  const { t } = useTranslation();
  const { role } = useProfile();
  const fields = useFields("organisation");
  const { setField } = useOrganisationSettings();
  if (fields.length === 0) return null;
  return (
    <section
      aria-label={t("fields.title")}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-card border border-line bg-pane p-5"
    >
      <h2 className="font-semibold">{t("fields.title")}</h2>
      <FieldRows
        fields={fields}
        values={values}
        onSet={abilitiesOf(role).has("manageClients") ? setField(organisationid) : null}
      />
    </section>
  );
}

function Figures({ organisation: { organisationid } }: Props) {
  const { t, i18n } = useTranslation();
  const { data } = useQuery(organisationFiguresQuery(organisationid));
  const count = (value: number | undefined) => (value === undefined ? "–" : showCount(value, i18n.language));
  const to = (stage?: "closed" | "waiting") => filteredPath({ organisation: organisationid, stage });
  return (
    <section aria-label={t("organisations.figures")} className="grid grid-cols-2 gap-3">
      <Widget title={t("organisations.tickets")} count={count(data?.totalTickets)} to={to()} />
      <Widget title={t("organisations.pending")} count={count(data?.pendingTickets)} to={to("waiting")} />
      <Widget title={t("organisations.closed")} count={count(data?.closedTickets)} to={to("closed")} />
      <Widget
        title={t("organisations.acceptance")}
        count={data ? t("organisations.minutes", { count: Math.round(data.averageAcceptanceTime) }) : "–"}
      />
    </section>
  );
}

function Clients({ organisation: { organisationid, name, clients: total } }: Props) {
  const { t, i18n } = useTranslation();
  const { role } = useProfile();
  const choose = useChooseOrganisation();
  const list = useInfiniteQuery(clientsQuery({ organisation: organisationid }));
  const clients = list.data?.pages.flatMap((page) => page.clients);
  const title = t("organisations.clientsOf", { count: total, shown: showCount(total, i18n.language) });
  return (
    <section aria-label={title} className="rounded-card border border-line bg-pane">
      <h2 className="border-b border-line px-4 py-3 font-semibold">{title}</h2>
      {!clients && <Skeleton className="m-4 h-24" />}
      {clients?.length === 0 && (
        <p className="px-4 py-5 text-s text-text-2">{t("organisations.noClients")}</p>
      )}
      <ul className="max-h-[420px] overflow-y-auto empty:hidden">
        {clients?.map(({ clientid, short_id, client_name }) => (
          <li key={clientid} className="flex items-center gap-3 border-b border-line px-4 last:border-0">
            <Link
              to={adminPaths.client(short_id)}
              className="flex min-h-11 min-w-0 flex-1 items-center gap-3 py-1.5 text-s hover:text-accent-text"
            >
              <bdi className="min-w-0 flex-1 truncate font-semibold">{client_name}</bdi>
              <span className="font-mono text-xs text-text-3">{short_id}</span>
            </Link>
            {abilitiesOf(role).has("manageClients") && (
              <IconButton
                label={t("organisations.takeOut", { client: client_name, name })}
                onClick={() => choose.mutate({ clientids: [clientid], organisation: null })}
              >
                <UserMinus size={16} />
              </IconButton>
            )}
          </li>
        ))}
        <MoreRow list={list} label={t("organisations.more")} failed={t("organisations.moreFailed")} />
      </ul>
    </section>
  );
}

function Tickets({ organisation: { organisationid } }: Props) {
  const { t } = useTranslation();
  const list = useInfiniteQuery(organisationTicketsQuery(organisationid));
  const { data, isError, refetch } = list;
  if (!data && !isError) return <Skeleton className="h-60 rounded-card" />;
  if (!data)
    return (
      <p role="alert" className="flex items-center gap-3 text-s text-danger">
        {t("organisations.ticketsFailed")}
        <Button size="small" onClick={() => refetch()}>
          {t("common.retry")}
        </Button>
      </p>
    );
  return (
    <TicketLines title={t("organisations.tickets")} tickets={data.pages.flat()} named>
      <MoreRow list={list} label={t("organisations.more")} failed={t("organisations.ticketsFailed")} />
    </TicketLines>
  );
}
