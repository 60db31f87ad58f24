import { limits } from "@parley/contract/limits";
import type { EnteredTicketTable } from "@parley/contract/ticket-table";
import type { SharedTicket } from "@parley/contract/tickets";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { workspacePath } from "../../../paths.ts";
import { DataTable, inSight } from "../../../ui/DataTable.tsx";
import { shortenName } from "../../../ui/shorten.ts";
import { tableLook } from "../../../ui/table.ts";
import { usePhone } from "../../../ui/viewport.ts";
import { usePlatformName } from "../../channels/name.ts";
import { PlatformBadge } from "../../channels/PlatformBadge.tsx";
import { useFieldText } from "../../tickets/fields/field-text.ts";
import { TagChips } from "../../tickets/tags/TagChips.tsx";
import { StageChip } from "../page/StageChip.tsx";
import { useChosenColumns } from "../page/table-columns.ts";
import { acceptedOn, closedOn, dueOn, handledBy, reopenedOn } from "./cell-texts.ts";
import { TicketCards } from "./TicketCards.tsx";
import { type OwnColumn, useTicketColumns } from "./ticket-columns.ts";

type Props = {
  tickets: SharedTicket[];
  zone: string | undefined;
  /** The column by which they are sorted is shown. */
  sort?: EnteredTicketTable["sort"];
};

/** Its times are in the company's zone, as in the chart and the file. A phone shows cards. */
export function TicketTable({ tickets, zone, sort }: Props) {
  const { t } = useTranslation();
  const phone = usePhone();
  const columns = useTicketColumns();
  const { chosen } = useChosenColumns("tickets", columns);
  const shown = columns.filter(({ id }) => chosen.has(id) || id === sort);
  if (phone) return <TicketCards tickets={tickets} zone={zone} shown={shown} />;
  const titles = [t("ticketTable.ticket"), ...shown.map(({ title }) => title), t("ticketTable.platform")];
  return (
    <DataTable label={t("ticketTable.table")} titles={titles} dense>
      {tickets.map((ticket) => (
        <Row key={ticket.ticketid} ticket={ticket} zone={zone} shown={shown.map(({ id }) => id)} />
      ))}
    </DataTable>
  );
}

type RowProps = { ticket: SharedTicket; zone: string | undefined; shown: string[] };

function Row({ ticket, zone, shown }: RowProps) {
  const { t } = useTranslation();
  const platformName = usePlatformName();
  const fieldText = useFieldText("ticket");
  const { ticketid, stage, department_name, client_name, account_number, platform, closed_on } = ticket;
  const id = ticketid.slice(0, limits.shortIdLength);
  const cell = tableLook.denseCell;
  const time = (text: string, known: boolean) => (
    <td className={`${cell} min-w-22 tabular-nums ${known ? "" : "text-text-3"}`}>{text}</td>
  );
  const cells: Record<OwnColumn | "due" | "priority" | "tags", ReactNode> = {
    stage: (
      <td className={cell}>
        <StageChip stage={stage} />
        {ticket.spam && <span className="block text-xs text-text-2">{t("tickets.spam")}</span>}
      </td>
    ),
    department: (
      <td className={cell} title={department_name}>
        <TwoLines>{department_name}</TwoLines>
      </td>
    ),
    handledBy: (
      <td
        className={`${cell} ${ticket.user_name ? "" : "text-text-3"}`}
        title={ticket.user_name ?? undefined}
      >
        <TwoLines>{handledBy(t, ticket)}</TwoLines>
      </td>
    ),
    client: (
      <td className={cell} title={client_name}>
        <TwoLines>
          <bdi>{shortenName(client_name)}</bdi>
        </TwoLines>
      </td>
    ),
    accountNumber: (
      <td className={`${cell} tabular-nums`} title={account_number ?? undefined}>
        <TwoLines>{account_number}</TwoLines>
      </td>
    ),
    reopenedOn: time(reopenedOn(ticket, zone), ticket.reopened_on !== null),
    acceptedOn: time(acceptedOn(t, ticket, zone), ticket.accepted_on !== null),
    closedOn: time(closedOn(t, ticket, zone), closed_on !== null),
    due: time(dueOn(ticket, zone), true),
    priority: <td className={cell}>{t(`tickets.priorities.${ticket.priority ?? "normal"}`)}</td>,
    tags: (
      <td className={cell}>
        <TagChips ids={ticket.tags} letters={24} />
      </td>
    ),
  };
  const valueCell = (id: string) => {
    const text = fieldText(id, ticket.fields);
    return (
      <td className={cell} title={text}>
        <TwoLines>{text}</TwoLines>
      </td>
    );
  };
  return (
    <tr className={tableLook.row}>
      <td className={cell}>
        <Link
          to={workspacePath({ ticket: id, view: closed_on ? "closed" : "pending" })}
          className="font-mono text-xs font-semibold text-accent-text hover:underline"
        >
          {id}
        </Link>
      </td>
      {shown.map((id) => (
        <Fragment key={id}>{id in cells ? cells[id as keyof typeof cells] : valueCell(id)}</Fragment>
      ))}
      <td className={`${cell} ${inSight}`}>
        <span className="relative block size-4" title={platformName(platform)}>
          <PlatformBadge platform={platform} />
          <span className="sr-only">{platformName(platform)}</span>
        </span>
      </td>
    </tr>
  );
}

const TwoLines = ({ children }: { children: ReactNode }) => (
  <span className="line-clamp-2 min-w-16 wrap-anywhere">{children}</span>
);
