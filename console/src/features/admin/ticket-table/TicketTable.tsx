import { limits } from "@parley/contract/limits";
import type { SharedTicket } from "@parley/contract/tickets";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { workspacePath } from "../../../paths.ts";
import { DataTable, inSight } from "../../../ui/DataTable.tsx";
import { shortenName } from "../../../ui/shorten.ts";
import { tableLook } from "../../../ui/table.ts";
import { usePhone } from "../../../ui/viewport.ts";
import { usePlatformName } from "../../channels/name.ts";
import { PlatformBadge } from "../../channels/PlatformBadge.tsx";
import { StageChip } from "../page/StageChip.tsx";
import { acceptedOn, closedOn, handledBy, reopenedOn } from "./cell-texts.ts";
import { TicketCards } from "./TicketCards.tsx";

type Props = { tickets: SharedTicket[]; zone: string | undefined };

/** Its times are in the company's zone, as in the chart and the file. A phone shows cards. */
export function TicketTable({ tickets, zone }: Props) {
  const { t } = useTranslation();
  const phone = usePhone();
  const titles = [
    t("ticketTable.ticket"),
    t("ticketTable.stage"),
    t("ticketTable.department"),
    t("ticketTable.handledBy"),
    t("ticketTable.client"),
    t("ticketTable.accountNumber"),
    t("ticketTable.reopenedOn"),
    t("ticketTable.acceptedOn"),
    t("ticketTable.closedOn"),
    t("ticketTable.platform"),
  ];
  if (phone) return <TicketCards tickets={tickets} zone={zone} />;
  return (
    <DataTable label={t("ticketTable.table")} titles={titles} dense>
      {tickets.map((ticket) => (
        <Row key={ticket.ticketid} ticket={ticket} zone={zone} />
      ))}
    </DataTable>
  );
}

function Row({ ticket, zone }: { ticket: SharedTicket; zone: string | undefined }) {
  const { t } = useTranslation();
  const platformName = usePlatformName();
  const { ticketid, stage, department_name, client_name, account_number, platform, closed_on } = ticket;
  const id = ticketid.slice(0, limits.shortIdLength);
  const cell = tableLook.denseCell;
  const time = (shown: string, known: boolean) => (
    <td className={`${cell} min-w-22 tabular-nums ${known ? "" : "text-text-3"}`}>{shown}</td>
  );
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
      <td className={cell}>
        <StageChip stage={stage} />
        {ticket.spam && <span className="block text-xs text-text-2">{t("tickets.spam")}</span>}
      </td>
      <td className={cell} title={department_name}>
        <TwoLines>{department_name}</TwoLines>
      </td>
      <td
        className={`${cell} ${ticket.user_name ? "" : "text-text-3"}`}
        title={ticket.user_name ?? undefined}
      >
        <TwoLines>{handledBy(t, ticket)}</TwoLines>
      </td>
      <td className={cell} title={client_name}>
        <TwoLines>
          <bdi>{shortenName(client_name)}</bdi>
        </TwoLines>
      </td>
      <td className={`${cell} tabular-nums`} title={account_number ?? undefined}>
        <TwoLines>{account_number}</TwoLines>
      </td>
      {time(reopenedOn(ticket, zone), ticket.reopened_on !== null)}
      {time(acceptedOn(t, ticket, zone), ticket.accepted_on !== null)}
      {time(closedOn(t, ticket, zone), closed_on !== null)}
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
