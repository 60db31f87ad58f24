import { limits } from "@parley/contract/limits";
import type { SharedTicket } from "@parley/contract/tickets";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { workspacePath } from "../../../paths.ts";
import { FactCard, FactCards } from "../../../ui/FactCards.tsx";
import { shortenName } from "../../../ui/shorten.ts";
import { usePlatformName } from "../../channels/name.ts";
import { PlatformMark } from "../../channels/PlatformMark.tsx";
import { StageChip } from "../page/StageChip.tsx";
import { acceptedOn, closedOn, handledBy, reopenedOn } from "./cell-texts.ts";

type Props = { tickets: SharedTicket[]; zone: string | undefined };

/** Shows on a phone what the table shows elsewhere. */
export function TicketCards({ tickets, zone }: Props) {
  const { t } = useTranslation();
  return (
    <FactCards label={t("ticketTable.table")}>
      {tickets.map((ticket) => (
        <Card key={ticket.ticketid} ticket={ticket} zone={zone} />
      ))}
    </FactCards>
  );
}

function Card({ ticket, zone }: { ticket: SharedTicket; zone: string | undefined }) {
  const { t } = useTranslation();
  const platformName = usePlatformName();
  const { ticketid, stage, department_name, client_name, account_number, platform, closed_on } = ticket;
  const id = ticketid.slice(0, limits.shortIdLength);
  return (
    <FactCard
      head={
        <>
          <span title={platformName(platform)} className="shrink-0">
            <PlatformMark
              platform={platform}
              className="size-[18px] rounded-full"
              iconClassName="size-[10px]"
            />
            <span className="sr-only">{platformName(platform)}</span>
          </span>
          <Link
            to={workspacePath({ ticket: id, view: closed_on ? "closed" : "pending" })}
            className="font-mono text-s font-semibold text-accent-text after:absolute after:inset-0"
          >
            {id}
          </Link>
          <span className="ml-auto flex flex-wrap justify-end gap-1.5">
            {ticket.spam && <span className="text-xs text-text-2">{t("tickets.spam")}</span>}
            <StageChip stage={stage} />
          </span>
        </>
      }
      facts={[
        [t("ticketTable.client"), <bdi key="client">{shortenName(client_name)}</bdi>],
        [t("ticketTable.accountNumber"), account_number],
        [t("ticketTable.department"), department_name],
        [t("ticketTable.handledBy"), handledBy(t, ticket)],
        [t("ticketTable.reopenedOn"), reopenedOn(ticket, zone)],
        [t("ticketTable.acceptedOn"), acceptedOn(t, ticket, zone)],
        [t("ticketTable.closedOn"), closedOn(t, ticket, zone)],
      ]}
    />
  );
}
